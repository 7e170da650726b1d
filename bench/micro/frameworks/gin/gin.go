// Package gin is the service with gin.
package gin

import (
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
)

// New returns the service. It has no state.
func New() http.Handler {
	gin.SetMode(gin.ReleaseMode)
	router := gin.New()
	router.GET("/api/testability/:date/:number/:setting", func(c *gin.Context) {
		status, text := testability(c.Param("date"), c.Param("number"), c.Param("setting"))
		c.String(status, text)
	})
	router.GET("/api/param", param)
	router.GET("/api/header", header)
	router.POST("/api/body", body)
	return router
}

func param(c *gin.Context) {
	value, ok := c.GetQuery("param")
	if !ok {
		c.Status(http.StatusInternalServerError)
		return
	}
	if value == "FOO" {
		c.String(http.StatusOK, "OK")
	}
}

func header(c *gin.Context) {
	if c.GetHeader("X-Setting") == "Bar" {
		c.String(http.StatusOK, "OK")
	}
}

func body(c *gin.Context) {
	var dto struct {
		X *int32 `json:"x"`
	}
	if err := c.ShouldBindJSON(&dto); err != nil {
		c.Status(http.StatusInternalServerError)
		return
	}
	status, text := positive(dto.X)
	c.String(status, text)
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
