package silent

import "github.com/evoke-go/evoke/bench/silent/clinic"

// clinicBugs returns the bugs of the service clinic.
func clinicBugs() []Bug {
	return []Bug{
		{"phone-not-stored", NotStored, []string{"PATCH /patients/{patient}", "GET /patients/{patient}", "GET /patients"},
			"PATCH answers with the new phone number and keeps the old one", 5, clinic.PhoneNotStored},
		{"insured-cleared", WipesOthers, []string{"PATCH /patients/{patient}", "GET /patients/{patient}", "GET /patients"},
			"after PATCH without insured nobody is insured", 5, clinic.InsuredCleared},
		{"offset-by-pages", Paging, []string{"GET /patients"},
			"offset counts pages of limit patients, so that patients are skipped", 5, clinic.OffsetByPages},
		{"status-ignored", Filter, []string{"GET /appointments"},
			"status=cancelled shows all appointments", 5, clinic.StatusIgnored},
		{"foreign-cancel", Foreign, []string{"POST /appointments/{appointment}/cancel"},
			"doctors cancel the appointments of other doctors, which they do not see", 5, clinic.ForeignCancel},
		{"deleted-by-doctors", Role, []string{"DELETE /patients/{patient}"},
			"doctors delete patients", 5, clinic.DeletedByDoctors},
		{"email-twice", Duplicate, []string{"PATCH /patients/{patient}"},
			"PATCH takes the email address of another patient", 5, clinic.EmailTwice},
		{"cancelled-twice", StepTwice, []string{"POST /appointments/{appointment}/cancel"},
			"a cancelled appointment is cancelled again", 5, clinic.CancelledTwice},
		{"empty-name", InvalidAccepted, []string{"PATCH /patients/{patient}"},
			"PATCH takes an empty last name", 5, clinic.EmptyName},
		{"note-location", Location, []string{"POST /appointments/{appointment}/notes", "GET /appointments/{appointment}/notes/{note}"},
			"Location of a note is without its appointment, where there is nothing", 5, clinic.NoteLocation},
		{"total-of-page", Total, []string{"GET /appointments"},
			"total is the number of appointments on the page", 5, clinic.TotalOfPage},
		{"others-of-patient", Foreign, []string{"GET /patients/{patient}/appointments"},
			"the appointments of a patient have those of other doctors, which are not found otherwise", 5, clinic.OthersOfPatient},
		{"notes-told", Told, []string{"GET /appointments/{appointment}/notes", "POST /appointments/{appointment}/notes", "GET /appointments/{appointment}/notes/{note}", "DELETE /appointments/{appointment}/notes/{note}"},
			"the notes of an appointment of another doctor are answered 403, and those of one that is not there 404", 5, clinic.NotesTold},
		{"appointments-left", NotDeleted, []string{"DELETE /patients/{patient}", "GET /appointments", "GET /appointments/{appointment}"},
			"the appointments of a deleted patient can be read and are in the list", 5, clinic.AppointmentsLeft},
		{"booked-after-delete", UsedAfterDelete, []string{"POST /appointments"},
			"an appointment is booked for a deleted patient", 5, clinic.BookedAfterDelete},
		{"slot-stays-taken", NotDone, []string{"POST /appointments", "PATCH /appointments/{appointment}", "POST /appointments/{appointment}/cancel"},
			"nothing can be booked at the time of a cancelled appointment", 5, clinic.SlotStaysTaken},
		{"refused-stored", RefusedChanges, []string{"PATCH /appointments/{appointment}", "GET /appointments/{appointment}", "GET /appointments", "GET /patients/{patient}/appointments"},
			"PATCH that is refused for a time that is taken has stored the reason", 5, clinic.RefusedStored},
		{"cancelled-left-out", Total, []string{"GET /summary"},
			"total leaves out what is cancelled and counted as such", 5, clinic.CancelledLeftOut},
	}
}
