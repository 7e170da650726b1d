package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// A program names the parts of a request where it reads them: by the name of a parameter, or the variable into which a
// body is decoded. Calls of package inputs around these names and variables report them to the search. The reading
// functions themselves stay, so any framework can have rows here without being imported.

// readWay is how a function reads a part of a request.
type readWay int

const (
	readsName   readWay = iota + 1 // an argument is the name of a parameter or field
	readsMap                       // the receiver is a map, and the first argument the name
	makesMap                       // the result is a map with all names
	bindsValue                     // an argument is the value to read into
	unmarshals                     // func(data []byte, v any) error
	makesReader                    // func(r io.Reader) of a decoder
	decodes                        // the method Decode of a decoder
)

// reading says how one function reads a part of a request.
type reading struct {
	way  readWay
	what string // the place, or the argument what of inputs.Bind
	arg  int
}

// Arguments of inputs.Bind for the media types that frameworks bind.
const (
	jsonBody = "application/json"
	xmlBody  = "application/xml"
	formBody = "application/x-www-form-urlencoded"
)

// readers are the functions that read, by their full names without the version of the module.
var readers = map[string]reading{
	"(net/url.Values).Get": {way: readsMap}, "(net/url.Values).Has": {way: readsMap},
	"(net/http.Header).Get": {way: readsMap}, "(net/http.Header).Values": {way: readsMap},
	"(*net/url.URL).Query":              {way: makesMap, what: "query"},
	"(*net/http.Request).FormValue":     {readsName, "query", 0}, // of the body too
	"(*net/http.Request).PostFormValue": {readsName, "form", 0},
	"(*net/http.Request).Cookie":        {readsName, "cookie", 0},
	"(*net/http.Request).CookiesNamed":  {readsName, "cookie", 0},

	"encoding/json.Unmarshal":  {way: unmarshals, what: jsonBody},
	"encoding/xml.Unmarshal":   {way: unmarshals, what: xmlBody},
	"encoding/json.NewDecoder": {way: makesReader}, "encoding/xml.NewDecoder": {way: makesReader},
	"(*encoding/json.Decoder).Decode":              {way: decodes, what: jsonBody},
	"(*encoding/xml.Decoder).Decode":               {way: decodes, what: xmlBody},
	"github.com/goccy/go-json.Unmarshal":           {way: unmarshals, what: jsonBody},
	"github.com/bytedance/sonic.Unmarshal":         {way: unmarshals, what: jsonBody},
	"github.com/json-iterator/go.Unmarshal":        {way: unmarshals, what: jsonBody},
	"github.com/segmentio/encoding/json.Unmarshal": {way: unmarshals, what: jsonBody},
	"github.com/go-chi/render.DecodeJSON":          {bindsValue, jsonBody, 1},
	"github.com/go-chi/render.DecodeXML":           {bindsValue, xmlBody, 1},
	"github.com/go-chi/render.DecodeForm":          {bindsValue, formBody, 1},
	"github.com/go-chi/render.Decode":              {bindsValue, jsonBody, 1},
	"github.com/go-chi/render.Bind":                {bindsValue, jsonBody, 1},
	"(*github.com/gorilla/schema.Decoder).Decode":  {bindsValue, "query:schema", 0},

	"(*github.com/gin-gonic/gin.Context).Query":                  {readsName, "query", 0},
	"(*github.com/gin-gonic/gin.Context).DefaultQuery":           {readsName, "query", 0},
	"(*github.com/gin-gonic/gin.Context).GetQuery":               {readsName, "query", 0},
	"(*github.com/gin-gonic/gin.Context).QueryArray":             {readsName, "query", 0},
	"(*github.com/gin-gonic/gin.Context).GetQueryArray":          {readsName, "query", 0},
	"(*github.com/gin-gonic/gin.Context).PostForm":               {readsName, "form", 0},
	"(*github.com/gin-gonic/gin.Context).DefaultPostForm":        {readsName, "form", 0},
	"(*github.com/gin-gonic/gin.Context).GetPostForm":            {readsName, "form", 0},
	"(*github.com/gin-gonic/gin.Context).PostFormArray":          {readsName, "form", 0},
	"(*github.com/gin-gonic/gin.Context).GetPostFormArray":       {readsName, "form", 0},
	"(*github.com/gin-gonic/gin.Context).GetHeader":              {readsName, "header", 0},
	"(*github.com/gin-gonic/gin.Context).Cookie":                 {readsName, "cookie", 0},
	"(*github.com/gin-gonic/gin.Context).BindJSON":               {bindsValue, jsonBody, 0},
	"(*github.com/gin-gonic/gin.Context).ShouldBindJSON":         {bindsValue, jsonBody, 0},
	"(*github.com/gin-gonic/gin.Context).BindXML":                {bindsValue, xmlBody, 0},
	"(*github.com/gin-gonic/gin.Context).ShouldBindXML":          {bindsValue, xmlBody, 0},
	"(*github.com/gin-gonic/gin.Context).ShouldBindBodyWithJSON": {bindsValue, jsonBody, 0},
	"(*github.com/gin-gonic/gin.Context).ShouldBindBodyWith":     {bindsValue, jsonBody, 0},
	"(*github.com/gin-gonic/gin.Context).BindQuery":              {bindsValue, "query:form", 0},
	"(*github.com/gin-gonic/gin.Context).ShouldBindQuery":        {bindsValue, "query:form", 0},
	"(*github.com/gin-gonic/gin.Context).BindHeader":             {bindsValue, "header:header", 0},
	"(*github.com/gin-gonic/gin.Context).ShouldBindHeader":       {bindsValue, "header:header", 0},
	"(*github.com/gin-gonic/gin.Context).Bind":                   {bindsValue, jsonBody + "," + formBody, 0},
	"(*github.com/gin-gonic/gin.Context).ShouldBind":             {bindsValue, jsonBody + "," + formBody, 0},

	"(github.com/labstack/echo.Context).QueryParam":  {readsName, "query", 0},
	"(github.com/labstack/echo.Context).QueryParams": {way: makesMap, what: "query"},
	"(github.com/labstack/echo.Context).FormValue":   {readsName, "query", 0},
	"(github.com/labstack/echo.Context).Cookie":      {readsName, "cookie", 0},
	"(github.com/labstack/echo.Context).Bind": {bindsValue,
		"query:query!," + jsonBody + "," + formBody + "!", 0},

	"(*github.com/gofiber/fiber.Ctx).Query":           {readsName, "query", 0},
	"(*github.com/gofiber/fiber.Ctx).QueryInt":        {readsName, "query", 0},
	"(*github.com/gofiber/fiber.Ctx).QueryBool":       {readsName, "query", 0},
	"(*github.com/gofiber/fiber.Ctx).QueryFloat":      {readsName, "query", 0},
	"(*github.com/gofiber/fiber.Ctx).FormValue":       {readsName, "form", 0},
	"(*github.com/gofiber/fiber.Ctx).Get":             {readsName, "header", 0},
	"(*github.com/gofiber/fiber.Ctx).Cookies":         {readsName, "cookie", 0},
	"(*github.com/gofiber/fiber.Ctx).BodyParser":      {bindsValue, jsonBody, 0},
	"(*github.com/gofiber/fiber.Ctx).QueryParser":     {bindsValue, "query:query", 0},
	"(*github.com/gofiber/fiber.Ctx).ReqHeaderParser": {bindsValue, "header:reqHeader", 0},
}

// readingOf returns how a function reads. The way is 0 for most functions.
func readingOf(f *types.Func) reading {
	if f == nil || f.Pkg() == nil {
		return reading{}
	}
	return readers[unversioned(f)]
}

// unversioned returns the full name of a function without the version of its module.
func unversioned(f *types.Func) string {
	name := FullName(f)
	if path := f.Pkg().Path(); strings.Contains(path, "/v") {
		name = strings.Replace(name, path, withoutVersion(path), 1)
	}
	return name
}

// withoutVersion returns an import path without the version of its module at the end.
func withoutVersion(path string) string {
	at := strings.LastIndex(path, "/v")
	if at < 0 || strings.Trim(path[at+2:], "0123456789") != "" {
		return path
	}
	return path[:at]
}

// readingCall rewrites a call that reads a part of a request. It returns false for other calls, and for calls whose
// arguments are the results of another call.
func (w *expressionWriter) readingCall(e *ast.CallExpr) bool {
	f, ok := w.facts.callee(e).(*types.Func)
	if !ok || w.page.imports.inputs == "" || !w.facts.generics || f.Pkg() == w.facts.Types || w.facts.forwards(e) ||
		isMethodExpression(w.facts, e) {
		return false
	}
	r := readingOf(f.Origin())
	switch r.way {
	case makesMap:
		w.noting(e.Pos(), e.End(), fmt.Sprintf("From(%q, ", r.what), func() { w.callParts(e) })
	case unmarshals:
		w.noting(e.Fun.Pos(), e.Fun.End(), fmt.Sprintf("Unmarshal(%q, ", r.what), func() { w.expr(e.Fun) })
		w.exprs(e.Args)
	case makesReader:
		w.noting(e.Fun.Pos(), e.Fun.End(), "Decoder(", func() { w.expr(e.Fun) })
		w.exprs(e.Args)
	case decodes:
		return w.readingDecode(e, r)
	case readsMap:
		fun, ok := e.Fun.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		w.expr(fun)
		done := w.readingName(fun.X, e.Args[0])
		w.exprs(e.Args)
		done()
	case readsName, bindsValue:
		return w.readingArgument(e, r)
	default:
		return false
	}
	return true
}

// callParts rewrites callee and arguments.
func (w *expressionWriter) callParts(e *ast.CallExpr) {
	w.expr(e.Fun)
	w.exprs(e.Args)
}

// readingArgument rewrites a call with an argument that is a name or a value to read into.
func (w *expressionWriter) readingArgument(e *ast.CallExpr, r reading) bool {
	if r.arg >= len(e.Args) || e.Ellipsis.IsValid() || w.facts.isNil(e.Args[r.arg]) {
		return false
	}
	start := fmt.Sprintf("Name(%q, ", r.what)
	if r.way == bindsValue {
		start = fmt.Sprintf("Bind(%q, ", r.what)
	}
	w.expr(e.Fun)
	for i, arg := range e.Args {
		if i == r.arg {
			w.noting(arg.Pos(), arg.End(), start, func() { w.expr(arg) })
		} else {
			w.expr(arg)
		}
	}
	return true
}

// decoderNote is the text around a decoder that is passed to a replacement, so that package inputs notes its values
// too. The zero value is no text.
type decoderNote struct {
	start, shut string
	method      bool // the text replaces the selector of the method
}

// inputs returns the name under which the file imports package inputs.
func (w *expressionWriter) inputs() string { return w.page.imports.qualifier(w.page.imports.inputs) }

func (w *expressionWriter) decoderNote(e *ast.CallExpr) decoderNote {
	f, ok := w.facts.callee(e).(*types.Func)
	if !ok || w.page.imports.inputs == "" || !w.facts.generics {
		return decoderNote{}
	}
	r := readingOf(f.Origin())
	switch {
	case r.way == unmarshals:
		return decoderNote{start: fmt.Sprintf("%s.Unmarshal(%q, ", w.inputs(), r.what),
			shut: ")"}
	case r.way == decodes && w.decodesByPointer(e):
		return decoderNote{fmt.Sprintf("%s.Decode(%q, ", w.inputs(), r.what), ")", true}
	}
	return decoderNote{}
}

// decodesByPointer reports whether a call is dec.Decode(v), where dec is a pointer.
func (w *expressionWriter) decodesByPointer(e *ast.CallExpr) bool {
	fun, ok := e.Fun.(*ast.SelectorExpr)
	if !ok || !w.facts.isDirectMethod(e) {
		return false
	}
	_, pointer := under(w.facts.typeOf(fun.X)).(*types.Pointer)
	return pointer
}

// readingDecode rewrites dec.Decode(v), where dec is a pointer.
func (w *expressionWriter) readingDecode(e *ast.CallExpr, r reading) bool {
	if !w.decodesByPointer(e) {
		return false
	}
	fun := e.Fun.(*ast.SelectorExpr)
	w.page.insert(w.page.offset(fun.Pos()), w.inputs()+fmt.Sprintf(".Decode(%q, ", r.what))
	w.expr(fun.X)
	w.page.replace(w.page.offset(fun.X.End()), w.page.offset(e.Lparen), ")")
	w.exprs(e.Args)
	return true
}

// readingName notes a name that is read from a map of a request. The returned function ends the note, after the name.
func (w *expressionWriter) readingName(m, name ast.Expr) (done func()) {
	nothing := func() {}
	if w.page.imports.inputs == "" || !w.facts.generics || !isRequestMap(w.facts.typeOf(m)) {
		return nothing
	}
	start := ""
	if place := w.facts.placeOf(m); place != "" {
		start = fmt.Sprintf("Name(%q, ", place)
	} else if text := w.facts.variable(m); text != "" {
		start = "Of(" + text + ", "
	}
	if start == "" {
		return nothing
	}
	w.page.insert(w.page.offset(name.Pos()), w.inputs()+"."+start)
	return func() { w.page.insert(w.page.offset(name.End()), ")") }
}

// readingField rewrites a field of a request that is used as a value, for example to assign the header to a variable.
// It returns false for other expressions.
func (w *expressionWriter) readingField(e ast.Expr) bool {
	field, ok := e.(*ast.SelectorExpr)
	if !ok || w.page.imports.inputs == "" || !w.facts.generics || w.facts.placeOf(field) == "" {
		return false
	}
	w.noting(e.Pos(), e.End(), fmt.Sprintf("From(%q, ", w.facts.placeOf(field)), func() { w.expr(e) })
	return true
}

// readingRange rewrites the map that a loop ranges over. From a map of a request, the names are read that the loop
// compares its key with.
func (w *expressionWriter) readingRange(s *ast.RangeStmt) {
	var names []string
	if key, ok := blankless(s.Key).(*ast.Ident); ok && w.page.imports.inputs != "" && w.facts.generics &&
		isRequestMap(w.facts.typeOf(s.X)) {
		names = (&keyedLoop{w.facts, w.facts.Info.ObjectOf(key)}).names(s.Body)
	}
	if len(names) == 0 {
		w.expr(s.X)
		return
	}
	w.page.insert(w.page.offset(s.X.Pos()), fmt.Sprintf("%s.Names(%q, ", w.inputs(), w.facts.placeOf(s.X)))
	w.expr(s.X)
	w.page.insert(w.page.offset(s.X.End()), fmt.Sprintf(", %s)", quoted(names)))
}

// noting puts a call of package inputs around a range of the source.
func (w *expressionWriter) noting(from, to token.Pos, start string, walk func()) {
	w.page.insert(w.page.offset(from), w.inputs()+"."+start)
	walk()
	w.page.insert(w.page.offset(to), ")")
}

// isRequestMap reports whether a type is a map type that holds parts of requests.
func isRequestMap(t types.Type) bool {
	return isNamed(t, "net/url", "Values") || isNamed(t, "net/http", "Header")
}

// isNamed reports whether a type is the named type of a package.
func isNamed(t types.Type, path, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path && n.Obj().Name() == name
}

// placesOf maps fields of a request to places. Form also has the query.
var placesOf = map[string]string{"Header": "header", "Form": "query", "PostForm": "form"}

// placeOf returns the part of a request that an expression holds, "" if that is not known.
func (w *facts) placeOf(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		f, _ := w.callee(e).(*types.Func)
		if r := readingOf(f); r.way == makesMap {
			return r.what
		}
	case *ast.SelectorExpr:
		owner := w.typeOf(e.X)
		if p, ok := under(owner).(*types.Pointer); ok {
			owner = p.Elem()
		}
		if isNamed(owner, "net/http", "Request") {
			return placesOf[e.Sel.Name]
		}
	}
	return ""
}
