package suite

// Condition returns a way in words: a sentence, and the form for the name of a test.
func Condition(w Way) (words [2]string, ok bool) {
	c, ok := w.condition()
	return [2]string{c.sentence, UpperCamel(c.name)}, ok
}
