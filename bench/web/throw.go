package web

// thrown is the value of a panic of Throw.
type thrown struct{ error }

// Throw ends an operation with an error that its functions do not return, such
// as a failure of a database. In the original services, this is an unchecked
// exception.
func Throw(err error) { panic(thrown{err}) }

// Catch is deferred where the framework of the original services caught
// exceptions. It sets err to the error of Throw, and lets every other panic pass.
func Catch(err *error) {
	switch p := recover().(type) {
	case nil:
	case thrown:
		*err = p.error
	default:
		panic(p)
	}
}
