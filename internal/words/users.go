package words

import "github.com/evoke-go/evoke/internal/lazyregexp"

// Names of operations by which users come and go. Their sources are RFC 6749 (OAuth 2.0), RFC 7009 (revocation), OpenID
// Connect, and the guides of Spring Security, Django, Devise and Passport.
const (
	// LogIns are called operations that begin a session.
	LogIns Table = ` *login* *logon* *signin* *authenticat* *token* *session* *oauth* auth jwt`
	// SignUps are called operations that make an account.
	SignUps Table = ` *register* *registration* *signup* *enroll* *createuser* *createaccount*`
	// NoLogIns are called operations that have to do with credentials, and begin no session.
	NoLogIns Table = `
		*logout* *signout* *signoff* *logoff* *reset* *forgot* *recover* *refresh* *revoke* *verif* *confirm* *change*
		*update* *restore*`
)

// Names of members and parameters about users. Their sources are RFC 7519 (JSON Web Token), RFC 6750 (bearer tokens),
// RFC 7643 (SCIM), OpenID Connect, and the lists of names to redact of OWASP and Sentry.
const (
	// Passwords are called passwords, and nothing about them.
	Passwords Table = ` password passwd pwd passphrase passcode passwordhash hashedpassword`
	// Password are called passwords and what is about them, Secrets what else a user logs in with.
	Password Table = ` *passw* *passphrase* *passcode* *pwd* *kennwort* pass pin`
	Secrets        = Password + ` *secret* *token* *credential*`
	// keys are called what programs log in with, and what belongs to a session.
	keys = Secrets + ` *apikey* *privatekey* *accesskey* *sessionid* *sessionkey* *csrf* *xsrf*`
	// Private are called members that hold credentials, in the body of a log-in.
	Private = Secrets + ` *key* *code* *otp* *assertion*`
	// HeaderSecrets and MemberSecrets are called credentials in samples: in headers, cookies and settings, and in
	// parameters and members.
	HeaderSecrets = keys + ` *cookie* *session* *signature*`
	MemberSecrets = keys + ` auth authorization sess session sig signature otp cvv cvc`
	// Identity are called members that say who a user is, and Rights those that say what a user may do.
	Identity Table = ` *name* *user* *login* *mail* *account* *phone* *subject* sub`
	Rights   Table = `
		*role* *admin* *permission* *scope* *right* *active* *enable* *disable* *block* *lock* *ban* *suspend* *state*
		*status*`
	// LoginNames are called the names by which users log in.
	LoginNames Table = `
		*username* *loginname* *accountname* *nickname* user login userid account nick handle identifier uname name`
	// TokenHeaders are called headers and cookies that carry a token.
	TokenHeaders Table = ` authorization *authtoken* *accesstoken* *apikey* *sessionid* *token`
	// Credentials are called headers and cookies that may carry a credential.
	Credentials Table = ` *token* *authorization* *apikey* *session*`
	// Tokens are called members with a token, the likeliest first. OtherTokens are for something else.
	Tokens Table = `
		accesstoken token authtoken jwt bearertoken bearer idtoken sessiontoken apikey sessionid session authorization
		accesskey key sid *token`
	OtherTokens Table = ` *refresh* *csrf* *xsrf* *reset*`
	// Person are called inputs that take the name of a user.
	Person Table = `
		*user* *member* *assignee* *owner* *author* *login* *account* *person* *collaborator* *grantee* *subject*`
	// Reaching are called members by which users reach what belongs to others on purpose.
	Reaching Table = `
		to* target* recipient* receiver* dest* follow* invite* contact* reply* *user* *member* *person* *assignee*
		*owner*`
	// Accounts are called collections of accounts.
	Accounts Table = ` user account member profile`
)

var (
	// AuthHeader matches names of headers, cookies and settings with a credential. "author" is none.
	AuthHeader = lazyregexp.New(`(?i)(^|[-_])auth($|[-_zn]|ori[sz]|ent)`)
	// Masked matches texts that stand for a secret which is not shown.
	Masked = lazyregexp.New(`(?i)^\W*$|^x+$|hidden|redact|omitted|protected|removed`)
)
