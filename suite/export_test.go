package suite

// Condition returns what a way says in words: a sentence, and the form that it
// has in the name of a test.
func Condition(w Way) (words [2]string, ok bool) {
	c, ok := w.condition()
	return [2]string{c.sentence, UpperCamel(c.name)}, ok
}
