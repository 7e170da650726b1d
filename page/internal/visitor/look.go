package visitor

import "context"

// View is what a person sees of a page at a glance.
type View struct {
	Title   string
	Picture []byte // an image of WebP
}

// Look returns the view of the page, with a picture so many pixels wide.
func (v *Visitor) Look(ctx context.Context, width int) (*View, error) {
	out := &View{}
	if err := v.tab.Evaluate(ctx, "String(document.title)", &out.Title); err != nil {
		return nil, err
	}
	var err error
	out.Picture, err = v.tab.Picture(ctx, width)
	return out, err
}
