package visitor

import "context"

// View is the visible state of a page.
type View struct {
	Title   string
	Picture []byte // a WebP image
}

// Look returns the view of the page, with a picture of a width in pixels.
func (v *Visitor) Look(ctx context.Context, width int) (*View, error) {
	out := &View{}
	if err := v.tab.Evaluate(ctx, "String(document.title)", &out.Title); err != nil {
		return nil, err
	}
	var err error
	out.Picture, err = v.tab.Picture(ctx, width)
	return out, err
}
