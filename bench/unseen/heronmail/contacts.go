package heronmail

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
)

var emailPattern = regexp.MustCompile(`^[A-Za-z0-9._+-]{1,40}@[A-Za-z0-9-]{1,30}(\.[A-Za-z0-9-]{2,20}){1,3}$`)

// contact is somebody with an address.
type contact struct {
	ID      string `json:"contact_id"`
	Email   string `json:"email"`
	Name    string `json:"name"`
	Blocked bool   `json:"blocked"`
	Source  string `json:"source"`

	brand string
}

func byEmail(x, y *contact) int {
	return cmp.Compare(strings.ToLower(x.Email), strings.ToLower(y.Email))
}

// find returns a contact of a brand, of any brand if it is empty.
func (a *api) find(brand, id string) *contact {
	for _, p := range a.contacts {
		if p.ID == id && (brand == "" || p.brand == brand) {
			return p
		}
	}
	return nil
}

// at returns the contact of a brand that has an address, whatever the case.
func (a *api) at(brand, email string) *contact {
	for _, p := range a.contacts {
		if p.brand == brand && strings.EqualFold(p.Email, email) {
			return p
		}
	}
	return nil
}

// contact returns the one of the path.
func (a *api) contact(c echo.Context) (*contact, error) {
	p := a.find(caller(c).Brand, c.Param("contact_id"))
	if p == nil {
		return nil, missing("contact")
	}
	return p, nil
}

func (a *api) listContacts(c echo.Context) error {
	size, err := number(c, "limit", 20, 1, 50)
	if err != nil {
		return err
	}
	q, blocked := strings.ToLower(c.QueryParam("q")), c.QueryParam("blocked")
	if c.QueryParams().Has("blocked") && blocked != "true" && blocked != "false" {
		return invalid("blocked", "must be true or false")
	}
	var after *contact
	if c.QueryParams().Has("starting_after") {
		if after = a.find(caller(c).Brand, c.QueryParam("starting_after")); after == nil {
			return invalid("starting_after", "is no contact")
		}
	}
	found := []*contact{}
	for _, p := range a.contacts {
		fits := strings.Contains(strings.ToLower(p.Email), q) || strings.Contains(strings.ToLower(p.Name), q)
		if p.brand == caller(c).Brand && fits && (blocked == "" || blocked == strconv.FormatBool(p.Blocked)) &&
			(after == nil || byEmail(p, after) > 0) {
			found = append(found, p)
		}
	}
	slices.SortFunc(found, byEmail)
	return c.JSON(200, map[string]any{"data": found[:min(size, len(found))], "has_more": len(found) > size})
}

// add makes a contact.
func (a *api) add(brand, email, name, source string) *contact {
	a.made++
	p := &contact{"c_" + digest("contact", brand, strconv.Itoa(a.made))[:10], email, name, false, source, brand}
	a.contacts = append(a.contacts, p)
	return p
}

func (a *api) createContact(c echo.Context) error {
	var in struct {
		Email *string `json:"email"`
		Name  *string `json:"name"`
	}
	if err := read(c, &in); err != nil {
		return err
	}
	if in.Email == nil || !emailPattern.MatchString(*in.Email) {
		return invalid("email", "must be an address")
	}
	if err := length("name", in.Name, 0, 80); err != nil {
		return err
	}
	if a.at(caller(c).Brand, *in.Email) != nil {
		return conflict("email_taken", "there is a contact with this address")
	}
	name := ""
	if in.Name != nil {
		name = *in.Name
	}
	return c.JSON(201, a.add(caller(c).Brand, *in.Email, name, "api"))
}

func (a *api) getContact(c echo.Context) error {
	p, err := a.contact(c)
	if err != nil {
		return err
	}
	return c.JSON(200, p)
}

func (a *api) patchContact(c echo.Context) error {
	p, err := a.contact(c)
	if err != nil {
		return err
	}
	var in struct {
		Email   *string `json:"email"`
		Name    *string `json:"name"`
		Blocked *bool   `json:"blocked"`
	}
	if err := read(c, &in); err != nil {
		return err
	}
	if in.Email != nil && !emailPattern.MatchString(*in.Email) {
		return invalid("email", "must be an address")
	}
	if err := length("name", in.Name, 0, 80); err != nil {
		return err
	}
	if in.Email != nil {
		if other := a.at(p.brand, *in.Email); other != nil && other != p {
			return conflict("email_taken", "there is a contact with this address")
		}
		p.Email = *in.Email
	}
	if in.Name != nil {
		p.Name = *in.Name
	}
	if in.Blocked != nil {
		p.Blocked = *in.Blocked
	}
	return c.JSON(200, p)
}

// erase removes a contact, from its lists too.
func (a *api) erase(p *contact) {
	a.contacts = slices.DeleteFunc(a.contacts, func(o *contact) bool { return o == p })
	for _, l := range a.lists {
		if a.bug == 4 {
			delete(l.members, p.ID)
			continue
		}
		l.set(p.ID, "")
	}
}

func (a *api) eraseContact(c echo.Context) error {
	p, err := a.contact(c)
	if err != nil {
		return err
	}
	a.erase(p)
	return c.NoContent(204)
}

// strength says which status of two memberships is kept when contacts are merged.
var strength = map[string]int{"": 0, "pending": 1, "subscribed": 2, "unsubscribed": 3}

// mergeContact takes over what another contact has, and erases it.
func (a *api) mergeContact(c echo.Context) error {
	p, err := a.contact(c)
	if err != nil {
		return err
	}
	var in struct {
		Other *string `json:"other_id"`
	}
	if err := read(c, &in); err != nil {
		return err
	}
	if in.Other == nil {
		return invalid("other_id", "is required")
	}
	brand := p.brand
	if a.bug == 7 {
		brand = ""
	}
	other := a.find(brand, *in.Other)
	if other == nil || other == p {
		return invalid("other_id", "must be another contact")
	}
	for _, l := range a.lists {
		mine, theirs := l.members[p.ID], l.members[other.ID]
		if l.brand != p.brand || a.bug == 1 && mine != "" {
			continue
		}
		if strength[theirs] > strength[mine] {
			l.set(p.ID, theirs)
		}
	}
	if p.Name == "" {
		p.Name = other.Name
	}
	p.Blocked = p.Blocked || other.Blocked
	a.erase(other)
	return c.JSON(200, p)
}

// rejection is a row that was not imported.
type rejection struct {
	Row   int    `json:"row"`
	Issue string `json:"issue"`
}

// importContacts makes or changes contacts by their address. Wrong rows are left out.
func (a *api) importContacts(c echo.Context) error {
	var in struct {
		Rows *[]json.RawMessage `json:"rows"`
	}
	if err := read(c, &in); err != nil {
		return err
	}
	if in.Rows == nil || len(*in.Rows) == 0 || len(*in.Rows) > 100 {
		return invalid("rows", "must be 1 to 100")
	}
	type row struct {
		Email *string `json:"email"`
		Name  *string `json:"name"`
	}
	rows := make([]row, len(*in.Rows))
	for i, raw := range *in.Rows {
		at := fmt.Sprintf("rows[%d].", i)
		if err := decode(raw, &rows[i], at); err != nil {
			return err
		}
		if rows[i].Email == nil {
			return invalid(at+"email", "is required")
		}
	}
	created, updated, rejected := 0, 0, []rejection{}
	for i, r := range rows {
		if !emailPattern.MatchString(*r.Email) {
			rejected = append(rejected, rejection{i + 1, "bad_email"})
			continue
		}
		if length("name", r.Name, 0, 80) != nil {
			rejected = append(rejected, rejection{i + 1, "long_name"})
			continue
		}
		p := a.at(caller(c).Brand, *r.Email)
		if p == nil {
			p = a.add(caller(c).Brand, *r.Email, "", "import")
			created++
		} else {
			updated++
		}
		if r.Name != nil {
			p.Name = *r.Name
		} else if a.bug == 8 {
			p.Name = ""
		}
	}
	return c.JSON(200, map[string]any{"created": created, "updated": updated, "rejected": rejected})
}
