package features

// The rows of the tables. Names are not unique; where there are several of a
// name, the first one is found.
type (
	productRow struct {
		id   int64
		name string
	}
	featureRow struct {
		id, product int64
		name        string
		description *string
	}
	// constraintRow names its features by text: they need not exist.
	constraintRow struct {
		id, product    int64
		kind           string
		source, target *string
	}
	configurationRow struct {
		id, product int64
		name        string
		valid       bool
	}
	activationRow struct{ configuration, feature int64 }
)

// tables is the database, each table in the order of ids.
type tables struct {
	products       []productRow
	features       []featureRow
	constraints    []constraintRow
	configurations []configurationRow
	activations    []activationRow

	lastProduct, lastFeature, lastConstraint, lastConfiguration int64
}

// clear empties the tables and lets ids start at 1 again. It keeps the memory.
func (t *tables) clear() {
	*t = tables{
		products:       t.products[:0],
		features:       t.features[:0],
		constraints:    t.constraints[:0],
		configurations: t.configurations[:0],
		activations:    t.activations[:0],
	}
}

func (t *tables) insertProduct(name string) int64 {
	t.lastProduct++
	t.products = append(t.products, productRow{t.lastProduct, name})
	return t.lastProduct
}

func (t *tables) insertFeature(product int64, name string, description *string) {
	t.lastFeature++
	t.features = append(t.features, featureRow{t.lastFeature, product, name, description})
}

func (t *tables) insertConstraint(product int64, kind string, source, target *string) int64 {
	t.lastConstraint++
	t.constraints = append(t.constraints, constraintRow{t.lastConstraint, product, kind, source, target})
	return t.lastConstraint
}

func (t *tables) insertConfiguration(product int64, name string) int64 {
	t.lastConfiguration++
	t.configurations = append(t.configurations, configurationRow{t.lastConfiguration, product, name, true})
	return t.lastConfiguration
}

// demo fills the tables with the data of the demonstration: a site for learning
// that sells courses, as it is set up for a university.
func demo(t *tables) {
	t.clear()
	site := t.insertProduct("ELEARNING_SITE")
	for i := range demoFeatures {
		t.insertFeature(site, demoFeatures[i].name, &demoFeatures[i].description)
	}
	for i := range demoConstraints {
		c := &demoConstraints[i]
		t.insertConstraint(site, c.kind, &c.source, &c.target)
	}
	configuration := t.insertConfiguration(site, "UNIVERSITY_X")
	for _, feature := range demoActive {
		t.activations = append(t.activations, activationRow{configuration, feature})
	}
}

// demoFeatures are written to by nobody: the tables replace descriptions.
var demoFeatures = []struct{ name, description string }{
	{"VIDEO_LESSONS", "lessons to look at"},
	{"ONLINE_FORUM", "a forum of the students"},
	{"CHAT", "talking with teachers"},
	{"MAILING_LIST", "mail to all students of a course"},
	{"COURSE_SELLING", "courses that cost something"},
	{"PAYPAL_PAYMENT", "paying by PayPal"},
	{"CREDIT_CARD_PAYMENT", "paying by credit card"},
	{"REDEEM_CODES", "codes that make a course cheaper"},
	{"IN_TRIAL_PERIOD", "some weeks for nothing"},
}

// demoConstraints have one on CREDIT_CARD, which is no feature.
var demoConstraints = []struct{ kind, source, target string }{
	{requires, "PAYPAL_PAYMENT", "COURSE_SELLING"},
	{requires, "CREDIT_CARD", "COURSE_SELLING"},
	{excludes, "IN_TRIAL_PERIOD", "COURSE_SELLING"},
}

// demoActive are the ids of the features that the university has.
var demoActive = []int64{1, 2, 3, 9}
