package web

// thrown is the value of a panic of Throw.
type thrown struct{ error }

// Throw ends an operation with a failure that its functions do not return, such
// as that of a database: an unchecked exception of the originals.
func Throw(err error) { panic(thrown{err}) }

// Catch is deferred where the framework of the originals caught exceptions. It
// sets an error to that of Throw, and lets every other panic pass.
func Catch(err *error) {
	switch p := recover().(type) {
	case nil:
	case thrown:
		*err = p.error
	default:
		panic(p)
	}
}
