package heuristics

// ShapeOfLayout is the machine of a layout's shape. It does not ask time.Parse.
func ShapeOfLayout(layout string) *Machine { return NewMachine(Whole(layoutShape(layout))) }
