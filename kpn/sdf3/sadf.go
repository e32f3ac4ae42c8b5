package sdf3

func (r *reader) sadf(e *element) {}
