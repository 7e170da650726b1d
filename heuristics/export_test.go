package heuristics

// ShapeOfLayout is the machine of a layout's shape, without the look at
// time.Parse.
func ShapeOfLayout(layout string) *Machine { return NewMachine(Whole(layoutShape(layout))) }
