package browser

import (
	"context"
	"fmt"
)

// pictureQuality is the quality of pictures in percent.
const pictureQuality = 50

// Picture returns a WebP image of the tab, with a width in pixels. It needs Options.Draws or Options.Show.
func (t *Tab) Picture(ctx context.Context, width int) ([]byte, error) {
	var shown struct {
		CSSVisualViewport struct{ PageX, PageY, ClientWidth, ClientHeight float64 }
	}
	if err := t.session.Call(ctx, "Page.getLayoutMetrics", nil, &shown); err != nil {
		return nil, t.why(ctx, fmt.Errorf("the size of a page: %w", err))
	}
	at := shown.CSSVisualViewport
	var out struct{ Data []byte }
	err := t.session.Call(ctx, "Page.captureScreenshot", object{
		"format": "webp", "quality": pictureQuality, "optimizeForSpeed": true,
		"clip": object{
			"x": at.PageX, "y": at.PageY, "width": at.ClientWidth, "height": at.ClientHeight,
			"scale": float64(width) / max(at.ClientWidth, 1),
		},
	}, &out)
	if err != nil {
		return nil, t.why(ctx, fmt.Errorf("a picture of a page: %w", err))
	}
	return out.Data, nil
}
