// Package server starts database servers for tests: each with a folder for its data, a free port of this machine, and
// a user that is not root. A server ends with the test that started it, and with the process of the test however that
// ends; its folder is removed then.
package server

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// ErrMissing says that a server is not installed, which .ci/run does.
var ErrMissing = errors.New("not installed, which .ci/run does")

// Server is a running server.
type Server struct {
	Port string

	folder string
	cmd    *exec.Cmd
	ended  chan struct{}  // closed when the server has ended
	heir   *exec.Cmd      // stops the server when this process dies
	line   io.WriteCloser // the heir waits for its end
	by     syscall.Signal // stops the server in order
}

// starting says how to start a server.
type starting struct {
	user   string         // runs the server where this process is of root
	by     syscall.Signal // stops the server in order, with clients connected
	data   func(folder string) ([]string, error)
	server func(folder, port string) ([]string, error)
	driver string
	dsn    func(port string) string
	first  string // the statement that a server which is ready carries out
}

// start starts a server and waits until it answers.
func start(ctx context.Context, how starting) (*Server, error) {
	account, err := accountFor(how.user)
	if err != nil {
		return nil, err
	}
	folder, err := folderFor(account)
	if err != nil {
		return nil, err
	}
	s := &Server{folder: folder, by: how.by}
	if err := s.begin(ctx, account, how); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

func (s *Server) begin(ctx context.Context, account *syscall.Credential, how starting) error {
	args, err := how.data(s.folder)
	if err != nil {
		return err
	}
	if out, err := command(ctx, account, s.folder, args).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", args[0], err, out)
	}
	if s.Port, err = Free(); err != nil {
		return err
	}
	if args, err = how.server(s.folder, s.Port); err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(s.folder, "log"))
	if err != nil {
		return err
	}
	s.cmd = command(context.WithoutCancel(ctx), account, s.folder, args)
	s.cmd.Stdout, s.cmd.Stderr = log, log
	err = errors.Join(s.cmd.Start(), log.Close())
	if err != nil {
		s.cmd = nil
		return fmt.Errorf("%s: %w", args[0], err)
	}
	s.ended = make(chan struct{})
	go func() {
		_ = s.cmd.Wait() // a server that a signal ended says so
		close(s.ended)
	}()
	if err := s.bequeath(); err != nil {
		return err
	}
	return s.await(ctx, how)
}

// command makes a command of an account, in a process group of its own: it does not hear the signals of a terminal.
func command(ctx context.Context, account *syscall.Credential, folder string, args []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = folder
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: account, Setpgid: true}
	return cmd
}

// heir waits for the death of the process that wrote no line, then stops the server and removes its folder.
const heir = `read line && exit
kill -$3 $1
for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do kill -0 $1 || break; sleep 0.5; done
kill -9 $1
rm -rf "$2"`

// bequeath starts the heir of the server.
func (s *Server) bequeath() (err error) {
	s.heir = exec.Command("sh", "-c", heir, "sh", strconv.Itoa(s.cmd.Process.Pid), s.folder, strconv.Itoa(int(s.by)))
	s.heir.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if s.line, err = s.heir.StdinPipe(); err == nil {
		err = s.heir.Start()
	}
	if err != nil {
		s.heir = nil
	}
	return err
}

// await waits until the server answers.
func (s *Server) await(ctx context.Context, how starting) (err error) {
	db, err := sql.Open(how.driver, how.dsn(s.Port))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	for deadline := time.Now().Add(time.Minute); ; {
		if _, err = db.ExecContext(ctx, how.first); err == nil {
			return nil
		}
		select {
		case <-s.ended:
		case <-ctx.Done():
		case <-time.After(20 * time.Millisecond):
			if time.Now().Before(deadline) {
				continue
			}
		}
		log, _ := os.ReadFile(filepath.Join(s.folder, "log"))
		return fmt.Errorf("the server does not answer: %w: %s", err, log)
	}
}

// Stop ends the server and removes its folder.
func (s *Server) Stop() (err error) {
	if s.cmd != nil {
		err = s.cmd.Process.Signal(s.by)
		select {
		case <-s.ended:
			err = nil
		case <-time.After(20 * time.Second):
			err = errors.Join(err, errors.New("the server did not end"), s.cmd.Process.Kill())
			<-s.ended
		}
	}
	if s.heir != nil {
		_, unheard := io.WriteString(s.line, "ended\n")
		err = errors.Join(err, unheard, s.line.Close(), s.heir.Wait())
	}
	return errors.Join(err, os.RemoveAll(s.folder))
}

// Free returns a port of this machine that nothing listens on.
func Free() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port), l.Close()
}

// accountFor returns the account that runs a server: nil for that of this process, which is not root.
func accountFor(name string) (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup(name)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMissing, err)
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, err
}

// folderFor makes a folder of an account, where the account reaches it: the folder of a test is closed to others.
func folderFor(account *syscall.Credential) (string, error) {
	if account == nil {
		return os.MkdirTemp("", "evoke-server-")
	}
	for _, parent := range []string{os.TempDir(), "/dev/shm", "/tmp", "/var/tmp"} {
		if !isOpen(parent) {
			continue
		}
		folder, err := os.MkdirTemp(parent, "evoke-server-")
		if err != nil {
			continue
		}
		if err := os.Chown(folder, int(account.Uid), int(account.Gid)); err != nil {
			return "", errors.Join(err, os.Remove(folder))
		}
		return folder, nil
	}
	return "", errors.New("no folder for temporary files is open to other users")
}

// isOpen reports whether every user gets into a folder.
func isOpen(folder string) bool {
	for {
		info, err := os.Stat(folder)
		if err != nil || info.Mode()&0o001 == 0 {
			return false
		}
		if folder == filepath.Dir(folder) {
			return true
		}
		folder = filepath.Dir(folder)
	}
}
