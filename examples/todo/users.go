package todo

import (
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/golang-jwt/jwt/v5"
)

// rounds keeps the tests quick. A service that guards real passwords takes
// 600,000.
const rounds = 100

// userKey is where the context of a call keeps its user.
const userKey = "user"

type credentials struct {
	Name     string `json:"name" binding:"required,alphanum,min=3,max=20"`
	Password string `json:"password" binding:"required,min=8,max=72"`
}

// digest returns what the store keeps of a password.
func (u *User) digest(password string) []byte {
	key, err := pbkdf2.Key(sha256.New, password, []byte(u.salt), rounds, sha256.Size)
	if err != nil {
		panic(err) // the parameters are wrong, whatever the password is
	}
	return key
}

func (s *service) signUp(c *gin.Context) {
	var in credentials
	if err := c.ShouldBindJSON(&in); err != nil {
		refuse(c, http.StatusBadRequest, err.Error())
		return
	}
	u := User{Name: strings.ToLower(in.Name), Joined: time.Now().UTC(), salt: rand.Text()}
	u.hash = u.digest(in.Password)
	if !s.store.addUser(u) {
		refuse(c, http.StatusConflict, "the name is taken")
		return
	}
	c.JSON(http.StatusCreated, u)
}

func (s *service) logIn(c *gin.Context) {
	var in struct {
		Name     string `json:"name" binding:"required"`
		Password string `json:"password" binding:"required"`
	}
	if err := c.ShouldBindJSON(&in); err != nil {
		refuse(c, http.StatusBadRequest, err.Error())
		return
	}
	u, ok := s.store.user(strings.ToLower(in.Name))
	if !ok || subtle.ConstantTimeCompare(u.hash, u.digest(in.Password)) == 0 {
		refuse(c, http.StatusUnauthorized, "wrong name or password")
		return
	}
	claims := jwt.RegisteredClaims{Subject: u.Name, ExpiresAt: jwt.NewNumericDate(time.Now().Add(time.Hour))}
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString(s.key)
	if err != nil {
		refuse(c, http.StatusInternalServerError, err.Error())
		return
	}
	c.JSON(http.StatusOK, gin.H{"token": token})
}

// authenticate lets a call pass that has the token of a user.
func (s *service) authenticate(c *gin.Context) {
	text, ok := strings.CutPrefix(c.GetHeader("Authorization"), "Bearer ")
	if !ok {
		refuse(c, http.StatusUnauthorized, "log in first")
		return
	}
	var claims jwt.RegisteredClaims
	key := func(*jwt.Token) (any, error) { return s.key, nil }
	if _, err := jwt.ParseWithClaims(text, &claims, key, jwt.WithValidMethods([]string{"HS256"})); err != nil {
		refuse(c, http.StatusUnauthorized, err.Error())
		return
	}
	u, ok := s.store.user(claims.Subject)
	if !ok {
		refuse(c, http.StatusUnauthorized, "the user has left")
		return
	}
	c.Set(userKey, u)
}

// me returns the user who makes the call.
func me(c *gin.Context) User { return c.MustGet(userKey).(User) }

func (s *service) showMe(c *gin.Context) { c.JSON(http.StatusOK, me(c)) }

func (s *service) leave(c *gin.Context) {
	s.store.removeUser(me(c).Name)
	c.Status(http.StatusNoContent)
}
