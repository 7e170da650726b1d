package permits

import "time"

// permit is what the office answers.
type permit struct {
	Reference string   `json:"reference"`
	Fee       int      `json:"fee"` // cents
	Review    string   `json:"review"`
	Escort    string   `json:"escort"`
	Terms     []string `json:"terms"`
}

// The limits beyond which a transport is a special one.
const (
	heavy    = 40_000 // kg
	veryWide = 350    // cm
	wide     = 300    // cm
)

// decide makes the permit for an application without mistakes.
func decide(a *application, t *trip, region, channel string) *permit {
	p := &permit{Reference: a.Reference, Fee: fees[a.Kind], Review: "none", Escort: "none", Terms: []string{}}
	if channel == "desk" {
		p.Fee += 1500
	}
	if a.Gross > heavy {
		p.Fee += (a.Gross - heavy) / 1000 * 120
		p.Review = "bridges"
	}
	switch {
	case a.Width > veryWide:
		p.Escort = "police"
	case a.Width > wide:
		p.Escort = "private"
	}
	if classes[t.goods.Class] {
		p.Review = "hazard"
		if p.Escort == "none" && t.goods.Pieces > 20 {
			p.Escort = "private"
		}
	}
	p.Terms = append(p.Terms, hours(t, region)...)
	if a.Kind == "convoy" && len(p.Terms) > 1 {
		p.Review = "board"
	}
	return p
}

// hours are the terms that come from when a transport is on the road.
func hours(t *trip, region string) (terms []string) {
	if day := t.departure.Weekday(); day == time.Saturday || day == time.Sunday {
		terms = append(terms, "no motorways")
	}
	if hour := t.departure.Hour(); hour >= 22 || hour < 5 {
		terms = append(terms, "lights")
	}
	if region == "south" && t.departure.Month() == time.August {
		terms = append(terms, "holidays")
	}
	if t.arrival.Sub(t.departure) > 24*time.Hour {
		terms = append(terms, "rest")
	}
	return terms
}
