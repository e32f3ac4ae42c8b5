package sdf3

func (r *reader) fsmsadf(e *element) {}
func (r *reader) sadf(e *element)    {}
