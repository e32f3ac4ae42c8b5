package report

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// browser is a headless Chromium that is spoken to over a pipe with the DevTools
// protocol: messages in JSON, each ended by a zero byte.
type browser struct {
	t       *testing.T
	in      *os.File
	out     *bufio.Reader
	last    int
	session string
	Errors  []string // what the page complained about: exceptions, console, refused loads
}

type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct{ Message string }
}

// newBrowser starts the program that SDSE_BROWSER names; without one the test is
// skipped, because few machines that run tests have a browser.
func newBrowser(t *testing.T) *browser {
	program := os.Getenv("SDSE_BROWSER")
	if program == "" {
		t.Skip("SDSE_BROWSER names no Chromium")
	}
	theirIn, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	profile, err := os.MkdirTemp("", "browser")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	cmd := exec.CommandContext(ctx, program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--hide-scrollbars",
		"--user-data-dir="+profile, "--remote-debugging-pipe", "about:blank")
	cmd.ExtraFiles = []*os.File{theirIn, theirOut} // descriptors 3 and 4, as the protocol wants
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirIn.Close()
	theirOut.Close()
	b := &browser{t: t, in: in, out: bufio.NewReader(out)}
	t.Cleanup(func() {
		b.session = ""
		b.call("Browser.close", nil, nil)
		in.Close()
		_ = cmd.Wait() // its exit status says nothing about the page
		cancel()
		out.Close()
		os.RemoveAll(profile)
	})
	b.attach()
	return b
}

func (b *browser) attach() {
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.call(domain+".enable", nil, nil)
	}
}

// call sends a command and waits for its result; events that come in between are
// looked at for errors.
func (b *browser) call(method string, params any, result any) {
	b.t.Helper()
	b.last++
	request := map[string]any{"id": b.last, "method": method}
	if params != nil {
		request["params"] = params
	}
	if b.session != "" {
		request["sessionId"] = b.session
	}
	text, err := json.Marshal(request)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.in.Write(append(text, 0)); err != nil {
		b.t.Fatal(err)
	}
	for {
		m := b.read()
		if m.ID == b.last {
			if m.Error != nil {
				b.t.Fatalf("%s: %s", method, m.Error.Message)
			}
			if result != nil {
				if err := json.Unmarshal(m.Result, result); err != nil {
					b.t.Fatalf("%s: %v", method, err)
				}
			}
			return
		}
	}
}

func (b *browser) read() message {
	text, err := b.out.ReadBytes(0)
	if err != nil {
		b.t.Fatal(err)
	}
	var m message
	if err := json.Unmarshal(text[:len(text)-1], &m); err != nil {
		b.t.Fatal(err)
	}
	switch m.Method {
	case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded":
		b.Errors = append(b.Errors, string(m.Params))
	case "Network.requestWillBeSent":
		var event struct{ Request struct{ URL string } }
		if json.Unmarshal(m.Params, &event) == nil && len(event.Request.URL) > 5 && event.Request.URL[:5] != "file:" {
			b.Errors = append(b.Errors, "request for "+event.Request.URL)
		}
	}
	return m
}

// open shows a page in a window of the given size.
func (b *browser) open(file string, width, height int) {
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
	b.call("Page.navigate", map[string]any{"url": "file://" + file}, nil)
	for b.read().Method != "Page.loadEventFired" {
	}
	b.settle()
}

func (b *browser) settle() {
	b.eval("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
	time.Sleep(50 * time.Millisecond)
}

// eval runs an expression in the page and returns its value as text.
func (b *browser) eval(expression string) string {
	b.t.Helper()
	var result struct {
		Result           struct{ Value any }
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}, &result)
	if result.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, result.ExceptionDetails.Exception.Description)
	}
	return fmt.Sprint(result.Result.Value)
}

func (b *browser) mouse(kind string, x, y float64) {
	button, clicks := "none", 0
	if kind != "mouseMoved" {
		button, clicks = "left", 1
	}
	b.call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": x, "y": y, "button": button, "clickCount": clicks}, nil)
	b.settle()
}

// keep writes a picture of the whole page to the folder that -out names.
func (b *browser) keep(name string) {
	if *out == "" {
		return
	}
	var shot struct{ Data string }
	b.call("Page.captureScreenshot", map[string]any{"format": "png", "captureBeyondViewport": true}, &shot)
	b.write(name+".png", shot.Data)
}

func (b *browser) write(name, data string) {
	if *out == "" {
		return
	}
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*out, name), raw, 0o644); err != nil {
		b.t.Fatal(err)
	}
}
