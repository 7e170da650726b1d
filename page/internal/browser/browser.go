// Package browser starts a browser and opens tabs in it. At the end it removes all of the browser's processes and
// files.
package browser

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"time"

	"github.com/evoke-go/evoke/page/internal/cdp"
)

// Options select the browser and how it runs.
type Options struct {
	// Path is the path of the browser's program. Default: the result of [Find].
	Path string
	// Show opens windows for a user to look at. Default: false.
	Show bool
	// Draws enables [Tab.Picture] in a browser without windows, which makes it slower. A browser with windows always
	// has it.
	Draws bool
}

// Browser is a running browser. It is safe for concurrent use.
type Browser struct {
	conn     *cdp.Conn
	commands *os.File // the browser ends when this is closed
	cmd      *exec.Cmd
	profile  string
	said     *said
	gone     chan struct{} // closed when the process has ended
}

// flags turn off everything that tests do not need: network calls of the browser itself, questions to the user, slow
// timers in background tabs, and processes and threads for drawing. It is read-only.
var flags = []string{
	"--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--disable-background-networking",
	"--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows", "--disable-breakpad",
	"--disable-client-side-phishing-detection", "--disable-component-update", "--disable-default-apps",
	"--disable-dev-shm-usage", "--host-resolver-rules=MAP site.localhost ~NOTFOUND", "--disable-extensions",
	"--disable-hang-monitor", "--disable-ipc-flooding-protection",
	"--disable-prompt-on-repost", "--disable-renderer-backgrounding", "--disable-sync", "--disable-gpu",
	"--in-process-gpu", "--enable-features=NetworkServiceInProcess2",
	"--force-color-profile=srgb", "--hide-scrollbars", "--lang=en-US", "--metrics-recording-only", "--mute-audio",
	"--password-store=basic", "--use-mock-keychain", "--window-size=1280,720",
	"--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,HttpsUpgrades,PaintHolding," +
		"BackForwardCache,RenderDocument,IsolateOrigins,site-per-process,SpareRendererForSitePerProcess",
}

// Start starts a browser with its own profile. The browser ends with [Browser.Close], and when this process ends in any
// way; its profile is then removed.
func Start(ctx context.Context, o Options) (*Browser, error) {
	path := o.Path
	if path == "" {
		found, err := Find(o.Show)
		if err != nil {
			return nil, err
		}
		path = found
	} else if _, err := exec.LookPath(path); err != nil {
		return nil, fmt.Errorf("start the browser: %w", err)
	}
	b, err := launch(ctx, path, o)
	if errors.Is(err, cdp.ErrClosed) { // about one start in a thousand crashes
		b, err = launch(ctx, path, o)
	}
	return b, err
}

// launch starts a browser and waits for its first answer.
func launch(ctx context.Context, path string, o Options) (*Browser, error) {
	b, err := start(path, o)
	if err != nil {
		return nil, fmt.Errorf("start the browser %s: %w", path, err)
	}
	err = b.answers(ctx)
	if err == nil {
		err = b.closeWindows(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("start the browser %s: %w\n%s", path, err, b.said.end())
	}
	return b, nil
}

// start starts the process of a browser.
func start(path string, o Options) (*Browser, error) {
	profile, err := newProfile()
	if err != nil {
		return nil, err
	}
	in, commands, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(profile))
	}
	events, out, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, in.Close(), commands.Close(), os.RemoveAll(profile))
	}
	cmd := command(profile, path, arguments(profile, o))
	cmd.ExtraFiles = []*os.File{in, out} // the descriptors 3 and 4, as the flag requires
	said := &said{}
	cmd.Stderr = said
	err = cmd.Start()
	err = errors.Join(err, in.Close(), out.Close()) // the process has its own copies
	if err != nil {
		return nil, errors.Join(err, commands.Close(), events.Close(), os.RemoveAll(profile))
	}
	b := &Browser{
		conn: cdp.New(events, commands), commands: commands,
		cmd: cmd, profile: profile, said: said, gone: make(chan struct{}),
	}
	go func() {
		_ = cmd.Wait() // its exit status is meaningless, because closing the pipe ends it
		_ = events.Close()
		close(b.gone)
	}()
	return b, nil
}

// maxProfile is the maximum length of the path of a profile: the browser has a socket in it, whose path has at most 104
// bytes.
const maxProfile = 55

// newProfile makes a folder for a profile, in the folder for temporary files unless the path of that is too long.
func newProfile() (string, error) {
	profile, err := os.MkdirTemp("", "evoke-browser-")
	if err != nil || len(profile) <= maxProfile {
		return profile, err
	}
	if err := os.Remove(profile); err != nil {
		return "", err
	}
	return os.MkdirTemp("/tmp", "evoke-browser-")
}

func arguments(profile string, o Options) []string {
	args := append(slices.Clone(flags), "--user-data-dir="+profile)
	if !o.Show {
		args = append(args, "--headless=new")
	}
	if !o.Show && !o.Draws {
		args = append(args, "--disable-threaded-compositing")
	}
	if runtime.GOOS == "linux" && os.Geteuid() == 0 {
		args = append(args, "--no-sandbox") // otherwise the browser refuses to run as root
	}
	return append(args, "about:blank")
}

const (
	// startLimit is how long a browser may take until its first answer.
	startLimit = time.Minute
	// endLimit is how long a browser may take to end by itself.
	endLimit = 5 * time.Second
)

// answers waits until a browser answers.
func (b *Browser) answers(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	err := b.conn.Session("").Call(ctx, "Browser.getVersion", nil, nil)
	if err != nil {
		err = errors.Join(err, b.Close())
	}
	return err
}

// closeWindows closes windows that pages open, because tests do not visit them.
func (b *Browser) closeWindows(ctx context.Context) error {
	s := b.conn.Session("")
	s.On("Target.targetCreated", func(params json.RawMessage) {
		var e struct {
			TargetInfo struct{ TargetID, Type, OpenerID string }
		}
		if json.Unmarshal(params, &e) == nil && e.TargetInfo.Type == "page" && e.TargetInfo.OpenerID != "" {
			go func() {
				_ = s.Call(context.Background(), "Target.closeTarget", object{"targetId": e.TargetInfo.TargetID}, nil)
			}()
		}
	})
	return s.Call(ctx, "Target.setDiscoverTargets", object{"discover": true}, nil)
}

// Closed is closed when the browser has ended.
func (b *Browser) Closed() <-chan struct{} { return b.conn.Closed() }

// Close ends the browser. It returns when the process has ended and its profile is removed. Further calls do nothing.
func (b *Browser) Close() error {
	_ = b.commands.Close() // an error means that it is already closed
	select {
	case <-b.gone:
	case <-time.After(endLimit):
		kill(b.cmd)
		<-b.gone
	}
	// a second time, because some of its processes end a little later
	return cmp.Or(os.RemoveAll(b.profile), os.RemoveAll(b.profile))
}
