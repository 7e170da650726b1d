package features

import "github.com/evoke-go/evoke/bench/features/store"

// demo fills a store with the data of the demonstration: a site for learning
// that sells courses, as it is set up for a university.
func demo(s store.Store) {
	s.Clear()
	site := s.InsertProduct("ELEARNING_SITE")
	for i := range demoFeatures {
		s.InsertFeature(site, demoFeatures[i].name, &demoFeatures[i].description)
	}
	for i := range demoConstraints {
		c := &demoConstraints[i]
		s.InsertConstraint(site, c.kind, &c.source, &c.target)
	}
	const name = "UNIVERSITY_X"
	s.SaveConfiguration(store.Configuration{
		ID: s.InsertConfiguration(site, name), Product: site, Name: name, Valid: true,
	}, demoActive)
}

// demoFeatures are written to by nobody: a store replaces descriptions.
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

// demoConstraints include a constraint on CREDIT_CARD, which is no feature.
var demoConstraints = []struct{ kind, source, target string }{
	{requires, "PAYPAL_PAYMENT", "COURSE_SELLING"},
	{requires, "CREDIT_CARD", "COURSE_SELLING"},
	{excludes, "IN_TRIAL_PERIOD", "COURSE_SELLING"},
}

// demoActive are the features that the university has.
var demoActive = []store.Feature{{ID: 1}, {ID: 2}, {ID: 3}, {ID: 9}}
