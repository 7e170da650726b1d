package folio

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gin-gonic/gin"
)

// page is a node of the tree of a space.
type page struct {
	ID        string
	space     *Space
	parent    *page
	revisions []Revision // the last one is current
	labels    *labels
	watchers  map[string]bool
	root      *page // the page with which it went to the trash
}

type labels struct{ list []string }

// Revision is what a page has been.
type Revision struct {
	No     int    `json:"revision"`
	Title  string `json:"title"`
	Body   string `json:"body,omitempty"`
	Author string `json:"author"`
}

// Crumb is a step of the way to a page.
type Crumb struct {
	ID    string `json:"pageId"`
	Title string `json:"title"`
}

// Summary is a page in a list.
type Summary struct {
	ID       string   `json:"pageId"`
	Space    string   `json:"spaceKey"`
	Title    string   `json:"title"`
	Parent   string   `json:"parentId,omitempty"`
	Labels   []string `json:"labels"`
	Revision int      `json:"revision"`
}

// Page is a page in an answer.
type Page struct {
	Summary
	Body     string  `json:"body"`
	Author   string  `json:"author"`
	Path     []Crumb `json:"breadcrumbs"`
	Watching bool    `json:"watching"`
}

var labelForm = regexp.MustCompile(`^[a-z0-9-]{1,20}$`)

const maxLabels = 10

func (p *page) now() Revision { return p.revisions[len(p.revisions)-1] }
func (p *page) trashed() bool { return p.root != nil }

func (p *page) summary() Summary {
	v := Summary{p.ID, p.space.Key, p.now().Title, "", listOf(p.labels.list), p.now().No}
	slices.Sort(v.Labels)
	if p.parent != nil {
		v.Parent = p.parent.ID
	}
	return v
}

func (p *page) view(a Account) Page {
	v := Page{p.summary(), p.now().Body, p.now().Author, []Crumb{}, p.watchers[a.Handle]}
	for up := p.parent; up != nil && len(v.Path) < 100; up = up.parent {
		v.Path = append(v.Path, Crumb{up.ID, up.now().Title})
	}
	slices.Reverse(v.Path)
	return v
}

// in returns a page of a space by its id, nil if there is none outside of the trash.
func (wk *wiki) in(s *Space, id string) *page {
	for _, p := range wk.pages {
		if p.ID == id && p.space == s && !p.trashed() {
			return p
		}
	}
	return nil
}

// titled reports whether another page of the space has the title.
func (wk *wiki) titled(s *Space, title string, self *page) bool {
	return slices.ContainsFunc(wk.pages, func(p *page) bool {
		return p != self && p.space == s && !p.trashed() && strings.EqualFold(p.now().Title, title)
	})
}

// loadPage finds the page of the path and its space.
func (wk *wiki) loadPage(c *gin.Context) {
	for _, p := range wk.pages {
		if p.ID == c.Param("pageId") && !p.trashed() && wk.sees(me(c), p.space) {
			c.Set("page", p)
			c.Set("space", p.space)
			return
		}
	}
	missing(c, "page")
}

func pageOf(c *gin.Context) *page { return c.MustGet("page").(*page) }

// parent finds the page that is to be above another, and answers if there is none.
func (wk *wiki) parent(c *gin.Context, id *string) (*page, bool) {
	if id == nil {
		return nil, true
	}
	p := wk.in(spaceOf(c), *id)
	if p == nil {
		invalid(c, "parentId", "is no page of the space")
	}
	return p, p != nil
}

func (wk *wiki) listPages(c *gin.Context) {
	number, ok1 := queryInt(c, "page", 1, 1000, 1)
	size, ok2 := queryInt(c, "perPage", 1, 50, 20)
	if !ok1 || !ok2 {
		return
	}
	want := c.QueryArray("label")
	for _, l := range want {
		if !labelForm.MatchString(l) {
			invalid(c, "label", "must match "+labelForm.String())
			return
		}
	}
	parent, below := c.GetQuery("parentId")
	found := []Summary{}
	for _, p := range wk.pages {
		hits := 0
		for _, l := range want {
			if slices.Contains(p.labels.list, l) {
				hits++
			}
		}
		labelled := hits == len(want) || wk.bug == 8 && hits > 0
		if v := p.summary(); p.space == spaceOf(c) && !p.trashed() && labelled &&
			(!below || v.Parent == parent && parent != "") {
			found = append(found, v)
		}
	}
	slices.SortStableFunc(found, func(a, b Summary) int {
		return strings.Compare(strings.ToLower(a.Title), strings.ToLower(b.Title))
	})
	from, to := min((number-1)*size, len(found)), min(number*size, len(found))
	c.JSON(http.StatusOK, gin.H{"pages": found[from:to], "page": number, "perPage": size, "total": len(found)})
}

func queryInt(c *gin.Context, name string, low, high, otherwise int) (int, bool) {
	text, ok := c.GetQuery(name)
	if !ok {
		return otherwise, true
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		invalid(c, name, fmt.Sprintf("must be from %d to %d", low, high))
		return 0, false
	}
	return n, true
}

func (wk *wiki) add(s *Space, parent *page, title, body, by string, l *labels) *page {
	wk.made++
	p := &page{ID: fmt.Sprintf("pg-%d", wk.made), space: s, parent: parent, labels: l,
		revisions: []Revision{{1, title, body, by}}, watchers: map[string]bool{by: true}}
	wk.pages = append(wk.pages, p)
	return p
}

func (wk *wiki) createPage(c *gin.Context) {
	var in struct {
		Title  string   `json:"title" binding:"required,max=80"`
		Body   *string  `json:"body" binding:"required,max=5000"`
		Parent *string  `json:"parentId"`
		Labels []string `json:"labels" binding:"max=10,unique"`
	}
	if !bind(c, &in) {
		return
	}
	for _, l := range in.Labels {
		if !labelForm.MatchString(l) {
			invalid(c, "labels", "must match "+labelForm.String())
			return
		}
	}
	parent, ok := wk.parent(c, in.Parent)
	if !ok || frozen(c) {
		return
	}
	if wk.titled(spaceOf(c), in.Title, nil) {
		conflict(c, "title_taken", "the space has a page with this title")
		return
	}
	p := wk.add(spaceOf(c), parent, in.Title, *in.Body, me(c).Handle, &labels{in.Labels})
	c.Header("Location", "/pages/"+p.ID)
	c.JSON(http.StatusCreated, p.view(me(c)))
}

func (wk *wiki) getPage(c *gin.Context) { c.JSON(http.StatusOK, pageOf(c).view(me(c))) }

func (wk *wiki) putPage(c *gin.Context) {
	var in struct {
		Title string  `json:"title" binding:"required,max=80"`
		Body  *string `json:"body" binding:"required,max=5000"`
		Base  int     `json:"baseRevision" binding:"required,min=1"`
	}
	if !bind(c, &in) || frozen(c) {
		return
	}
	p := pageOf(c)
	own := wk.bug == 5 && in.Base < p.now().No && p.now().Author == me(c).Handle
	if in.Base != p.now().No && !own {
		conflict(c, "outdated", "the page has revision "+strconv.Itoa(p.now().No))
		return
	}
	if wk.titled(p.space, in.Title, p) {
		conflict(c, "title_taken", "the space has a page with this title")
		return
	}
	p.revisions = append(p.revisions, Revision{p.now().No + 1, in.Title, *in.Body, me(c).Handle})
	wk.notify(p, "edited", me(c))
	c.JSON(http.StatusOK, p.view(me(c)))
}

func (wk *wiki) revertPage(c *gin.Context) {
	var in struct {
		Revision int `json:"revision" binding:"required,min=1"`
	}
	if !bind(c, &in) || frozen(c) {
		return
	}
	p := pageOf(c)
	if in.Revision > len(p.revisions) {
		invalid(c, "revision", "is none of the page")
		return
	}
	old := p.revisions[in.Revision-1]
	if wk.titled(p.space, old.Title, p) {
		conflict(c, "title_taken", "the space has a page with this title")
		return
	}
	if wk.bug == 4 {
		p.revisions = p.revisions[:in.Revision:in.Revision]
	}
	p.revisions = append(p.revisions, Revision{p.now().No + 1, old.Title, old.Body, me(c).Handle})
	wk.notify(p, "edited", me(c))
	c.JSON(http.StatusOK, p.view(me(c)))
}

func (wk *wiki) listRevisions(c *gin.Context) {
	out := []Revision{}
	for _, r := range slices.Backward(pageOf(c).revisions) {
		r.Body = ""
		out = append(out, r)
	}
	c.JSON(http.StatusOK, gin.H{"revisions": out})
}

func (wk *wiki) getRevision(c *gin.Context) {
	n, err := strconv.Atoi(c.Param("revision"))
	p := pageOf(c)
	if err != nil || n < 1 || n > len(p.revisions) {
		missing(c, "revision")
		return
	}
	r := p.revisions[n-1]
	c.JSON(http.StatusOK, gin.H{"revision": r.No, "title": r.Title, "body": r.Body, "author": r.Author})
}

// below reports whether a page is another one or somewhere below it.
func (wk *wiki) below(p, top *page) bool {
	if wk.bug == 2 { // looks at the page and at the one above alone
		return p == top || p != nil && p.parent == top
	}
	for ; p != nil; p = p.parent {
		if p == top {
			return true
		}
	}
	return false
}

func (wk *wiki) movePage(c *gin.Context) {
	var in struct {
		Parent *string `json:"parentId"`
	}
	if !bind(c, &in) {
		return
	}
	p := pageOf(c)
	parent, ok := wk.parent(c, in.Parent)
	if !ok || frozen(c) {
		return
	}
	if wk.below(parent, p) {
		conflict(c, "own_subpage", "a page cannot be below itself")
		return
	}
	p.parent = parent
	wk.notify(p, "moved", me(c))
	c.JSON(http.StatusOK, p.view(me(c)))
}

func (wk *wiki) copyPage(c *gin.Context) {
	var in struct {
		Title  string  `json:"title" binding:"required,max=80"`
		Parent *string `json:"parentId"`
	}
	if !bind(c, &in) {
		return
	}
	parent, ok := wk.parent(c, in.Parent)
	if !ok || frozen(c) {
		return
	}
	if wk.titled(spaceOf(c), in.Title, nil) {
		conflict(c, "title_taken", "the space has a page with this title")
		return
	}
	p := pageOf(c)
	l := &labels{listOf(p.labels.list)}
	if wk.bug == 1 {
		l = p.labels
	}
	x := wk.add(p.space, parent, in.Title, p.now().Body, me(c).Handle, l)
	c.Header("Location", "/pages/"+x.ID)
	c.JSON(http.StatusCreated, x.view(me(c)))
}

func (wk *wiki) addLabel(c *gin.Context) {
	l, p := c.Param("label"), pageOf(c)
	if !labelForm.MatchString(l) {
		invalid(c, "label", "must match "+labelForm.String())
		return
	}
	if frozen(c) {
		return
	}
	if !slices.Contains(p.labels.list, l) {
		if len(p.labels.list) == maxLabels {
			conflict(c, "too_many_labels", "a page has at most 10 labels")
			return
		}
		p.labels.list = append(p.labels.list, l)
	}
	c.JSON(http.StatusOK, p.view(me(c)))
}

func (wk *wiki) removeLabel(c *gin.Context) {
	l, p := c.Param("label"), pageOf(c)
	if !slices.Contains(p.labels.list, l) {
		missing(c, "label")
		return
	}
	if frozen(c) {
		return
	}
	p.labels.list = slices.DeleteFunc(p.labels.list, func(x string) bool { return x == l })
	c.Status(http.StatusNoContent)
}

func (wk *wiki) watch(c *gin.Context) {
	pageOf(c).watchers[me(c).Handle] = true
	c.Status(http.StatusNoContent)
}

func (wk *wiki) unwatch(c *gin.Context) {
	delete(pageOf(c).watchers, me(c).Handle)
	c.Status(http.StatusNoContent)
}

// discard puts a page and what is below it into the trash.
func (wk *wiki) discard(p, root *page) {
	p.root = root
	for _, x := range wk.pages {
		if x.parent == p && !x.trashed() {
			wk.discard(x, root)
		}
	}
}

func (wk *wiki) trashPage(c *gin.Context) {
	if frozen(c) {
		return
	}
	p := pageOf(c)
	wk.discard(p, p)
	for _, x := range wk.pages {
		if x.root == p {
			wk.notify(x, "trashed", me(c))
		}
	}
	c.Status(http.StatusNoContent)
}

func (wk *wiki) listTrash(c *gin.Context) {
	found := []Summary{}
	for _, p := range wk.pages {
		if p.space == spaceOf(c) && p.root == p {
			found = append(found, p.summary())
		}
	}
	c.JSON(http.StatusOK, gin.H{"pages": found})
}

func (wk *wiki) restorePage(c *gin.Context) {
	i := slices.IndexFunc(wk.pages, func(p *page) bool {
		return p.ID == c.Param("pageId") && p.space == spaceOf(c) && p.root == p
	})
	if i < 0 {
		missing(c, "page in the trash")
		return
	}
	if frozen(c) {
		return
	}
	root := wk.pages[i]
	for _, p := range wk.pages {
		if p.root == root && wk.titled(p.space, p.now().Title, nil) {
			conflict(c, "title_taken", "the space has a page titled "+p.now().Title)
			return
		}
	}
	for _, p := range wk.pages {
		if p.root == root {
			p.root = nil
		}
	}
	if root.parent != nil && root.parent.trashed() {
		root.parent = nil
	}
	c.JSON(http.StatusOK, root.view(me(c)))
}

func (wk *wiki) search(c *gin.Context) {
	q := strings.ToLower(c.Query("q"))
	if n := utf8.RuneCountInString(c.Query("q")); n < 2 || n > 50 {
		invalid(c, "q", "must have 2 to 50 characters")
		return
	}
	hits := []Summary{}
	for _, p := range wk.pages {
		text := strings.ToLower(p.now().Title + "\n" + p.now().Body)
		if wk.sees(me(c), p.space) && (!p.trashed() || wk.bug == 3) && strings.Contains(text, q) {
			hits = append(hits, p.summary())
		}
	}
	c.JSON(http.StatusOK, gin.H{"hits": hits, "total": len(hits)})
}
