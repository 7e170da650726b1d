package web

import "net/http"

// One handles requests by a function of one path parameter. Like Two, Three
// and Four it does not call it where a parameter is not of its type.
func One[A any](aName string, a Param[A], f func(A) Answer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		av, ok := a(r, aName)
		if !ok {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		f(av).Write(w)
	}
}

// Two handles requests by a function of two path parameters.
func Two[A, B any](aName string, a Param[A], bName string, b Param[B], f func(A, B) Answer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		bv, ok := b(r, bName)
		if !ok {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		One(aName, a, func(av A) Answer { return f(av, bv) })(w, r)
	}
}

// Three handles requests by a function of three path parameters.
func Three[A, B, C any](aName string, a Param[A], bName string, b Param[B], cName string, c Param[C],
	f func(A, B, C) Answer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		cv, ok := c(r, cName)
		if !ok {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		Two(aName, a, bName, b, func(av A, bv B) Answer { return f(av, bv, cv) })(w, r)
	}
}

// Four handles requests by a function of four path parameters.
func Four[A, B, C, D any](aName string, a Param[A], bName string, b Param[B], cName string, c Param[C],
	dName string, d Param[D], f func(A, B, C, D) Answer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		dv, ok := d(r, dName)
		if !ok {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		Three(aName, a, bName, b, cName, c, func(av A, bv B, cv C) Answer { return f(av, bv, cv, dv) })(w, r)
	}
}
