package sdf3

// Architecture is an architecture graph.
type Architecture struct{}

func (r *reader) architecture(e *element) *Architecture { return &Architecture{} }
