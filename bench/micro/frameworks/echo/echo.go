// Package echo is the service with echo.
package echo

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
)

// New returns the service. It has no state.
func New() http.Handler {
	router := echo.New()
	router.GET("/api/testability/:date/:number/:setting", func(c echo.Context) error {
		status, text := testability(c.Param("date"), c.Param("number"), c.Param("setting"))
		return c.String(status, text)
	})
	router.GET("/api/param", param)
	router.GET("/api/header", header)
	router.POST("/api/body", body)
	return router
}

func param(c echo.Context) error {
	value := c.QueryParam("param")
	if value == "" {
		return c.NoContent(http.StatusInternalServerError)
	}
	if value == "FOO" {
		return c.String(http.StatusOK, "OK")
	}
	return c.NoContent(http.StatusOK)
}

func header(c echo.Context) error {
	if c.Request().Header.Get("X-Setting") == "Bar" {
		return c.String(http.StatusOK, "OK")
	}
	return c.NoContent(http.StatusOK)
}

func body(c echo.Context) error {
	var dto struct {
		X *int32 `json:"x"`
	}
	if err := c.Bind(&dto); err != nil {
		return c.NoContent(http.StatusInternalServerError)
	}
	status, text := positive(dto.X)
	return c.String(status, text)
}

func testability(date, number, setting string) (status int, text string) {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return http.StatusInternalServerError, ""
	}
	n, err := strconv.Atoi(number)
	if err != nil {
		return http.StatusInternalServerError, ""
	}
	if day.Year() == 2019 && n == 42 && (setting == "Foo" || setting == "Bar") {
		return http.StatusOK, "OK"
	}
	return http.StatusOK, "ERROR"
}

func positive(x *int32) (status int, text string) {
	switch {
	case x == nil: // null in the original, which fails to look into it
		return http.StatusInternalServerError, ""
	case *x > 0:
		return http.StatusOK, "OK"
	}
	return http.StatusOK, ""
}
