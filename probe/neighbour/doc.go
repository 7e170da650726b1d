// Package neighbour sees the HTTP requests that a program makes to other services, its neighbours, and answers them as
// a search arranges. It is linked into programs that Evoke builds. No neighbour is called unless [Options] allow it:
//
//	neighbour.Watch(neighbour.Options{})
//	neighbour.Arrange([]neighbour.Answer{{Method: "GET", URL: "http://rates.example/rates", Body: []byte(`{}`)}})
//	// ... a call of the program ...
//	asked := neighbour.Take(nil)
//
// Before [Watch] and [Arrange] each request goes its way. With Watch on, a request is answered by the arranged answer
// that fits best, else as if nobody listened there: its error is at once "connection refused". Some requests always go
// their way: those to the allowed hosts, those under [Pass], and those to a port of the loopback interface on which
// this process itself listens, such as that of a server of package httptest. Nothing here waits for longer than a few
// milliseconds: an answer that comes too late is a timeout at once, any other slow answer comes at once too.
//
// The copy of net/http in such programs gives each request of an http.Transport to this package, whoever made the
// transport and whatever wraps it. There were three alternatives. Calls of http.Get and the like, rewritten, would miss
// the clients in libraries. A value in http.DefaultTransport would miss clients with transports of their own, and break
// programs that ask for its type. A resolver and servers on the loopback interface, which need no change of net/http,
// cannot answer for https without certificates. The price of the copy is that net/http, and all packages that import
// it, are compiled once more for each version of Go, and are then in the cache: 38 seconds of CPU time for the tests of
// a small service, where the plain build has 51 for everything, and 0.2 seconds from then on. So programs in which no
// package mentions a client of net/http keep the original, and [Sees] reports which program this is. Requests that no
// http.Transport makes are not seen: those of gRPC, of an http.ClientConn and of plain connections.
//
// All functions are safe for concurrent use. The results of [Take] do not depend on which goroutine was first.
package neighbour
