package main

import (
	"database/sql"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNoApplications: the services of this folder need none of the others.
func TestNoApplications(t *testing.T) {
	all, err := applications("", ".")
	require.NoError(t, err)
	assert.Empty(t, all)
	_, err = applications(t.TempDir(), ".")
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestMariaDB: before each test there is nobody but the user of the tests, who signs up once.
func TestMariaDB(t *testing.T) {
	for _, name := range []string{"mariadbd", "mariadb-install-db"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("MariaDB is not installed, which .ci/run does: ", err)
		}
	}
	temp := t.TempDir()
	data, err := mariadb(t.Context(), "", temp)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, data.end()) })
	db, err := sql.Open("mysql", "test:test@tcp(127.0.0.1:"+data.port+")/test?multiStatements=true")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	_, err = db.ExecContext(t.Context(), "CREATE TABLE user (id INT AUTO_INCREMENT PRIMARY KEY, name TEXT); CREATE "+
		"TABLE article (id INT, author INT, FOREIGN KEY (author) REFERENCES user(id))")
	require.NoError(t, err)
	signUps := 0
	application := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		signUps++
		_, err := db.ExecContext(t.Context(), "INSERT INTO user (name) VALUES ('foo')")
		assert.NoError(t, err)
	}))
	defer application.Close()
	for range 3 {
		require.NoError(t, data.reset(t.Context(), application.URL))
		assert.Equal(t, 1, signUps)
		var users, articles, id int
		require.NoError(t, db.QueryRowContext(t.Context(),
			"SELECT count(*), max(id), (SELECT count(*) FROM article) FROM user").Scan(&users, &id, &articles))
		assert.Equal(t, []int{1, 1, 0}, []int{users, id, articles})
		_, err := db.ExecContext(t.Context(), "INSERT INTO user (name) VALUES ('bar'); INSERT INTO article VALUES "+
			"(1, 2); DELETE FROM article; INSERT INTO article VALUES (2, 1)")
		require.NoError(t, err)
	}
}

// TestRedis: an application finds the data that it brings along, here none. A second call for the server finds the same
// one.
func TestRedis(t *testing.T) {
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("Redis is not installed, which .ci/run does: ", err)
	}
	app := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(app, "em", "db"), 0o755))
	data, err := both(redis("A=").start, redis("B=redis://localhost:").start)(t.Context(), app, t.TempDir())
	require.NoError(t, err)
	assert.Equal(t, []string{"A=" + data.port, "B=redis://localhost:" + data.port}, data.variables)
	c, err := net.Dial("tcp", "127.0.0.1:"+data.port)
	require.NoError(t, err)
	_, err = c.Write([]byte("DBSIZE\r\n"))
	require.NoError(t, err)
	answer := make([]byte, 4)
	_, err = c.Read(answer)
	require.NoError(t, err)
	assert.Equal(t, ":0\r\n", string(answer))
	require.NoError(t, c.Close())
	require.NoError(t, data.end())
	_, err = net.Dial("tcp", "127.0.0.1:"+data.port)
	require.Error(t, err)
}
