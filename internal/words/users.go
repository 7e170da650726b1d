package words

import "github.com/evoke-go/evoke/internal/lazyregexp"

// Parts of names of operations for logging in, signing up and logging out. The sources are RFC 6749 (OAuth 2.0), RFC
// 7009 (revocation), OpenID Connect, and the guides of Spring Security, Django, Devise and Passport.
const (
	// LogIns are names of operations that begin a session.
	LogIns Table = ` *login* *logon* *signin* *authenticat* *token* *session* *oauth* auth jwt`
	// SignUps are names of operations that create an account.
	SignUps Table = ` *register* *registration* *signup* *enroll* *createuser* *createaccount*`
	// NoLogIns are names of operations about credentials that do not begin a session.
	NoLogIns Table = `
		*logout* *signout* *signoff* *logoff* *reset* *forgot* *recover* *refresh* *revoke* *verif* *confirm* *change*
		*update* *restore*`
)

// Names of members and parameters about users. The sources are RFC 7519 (JSON Web Token), RFC 6750 (bearer tokens), RFC
// 7643 (SCIM), OpenID Connect, and the lists of names to redact of OWASP and Sentry.
const (
	// Passwords are names of passwords themselves.
	Passwords Table = ` password passwd pwd passphrase passcode passwordhash hashedpassword`
	// Password are names of passwords and of data about them, and Secrets names of all secrets with which users log in.
	Password Table = ` *passw* *passphrase* *passcode* *pwd* *kennwort* pass pin`
	Secrets        = Password + ` *secret* *token* *credential*`
	// keys are names of secrets with which programs log in, and of secrets of a session.
	keys = Secrets + ` *apikey* *privatekey* *accesskey* *sessionid* *sessionkey* *csrf* *xsrf*`
	// Private are names of members with credentials in the body of a log-in.
	Private = Secrets + ` *key* *code* *otp* *assertion*`
	// HeaderSecrets are names of credentials in headers, cookies and settings of samples, and MemberSecrets in
	// parameters and members.
	HeaderSecrets = keys + ` *cookie* *session* *signature*`
	MemberSecrets = keys + ` auth authorization sess session sig signature otp cvv cvc`
	// Identity are names of members that identify a user, and Rights of members that say what a user may do.
	Identity Table = ` *name* *user* *login* *mail* *account* *phone* *subject* sub`
	Rights   Table = `
		*role* *admin* *permission* *scope* *right* *active* *enable* *disable* *block* *lock* *ban* *suspend* *state*
		*status*`
	// LoginNames are names of the members with the names by which users log in.
	LoginNames Table = `
		*username* *loginname* *accountname* *nickname* user login userid account nick handle identifier uname name`
	// TokenHeaders are names of headers and cookies that carry a token.
	TokenHeaders Table = ` authorization *authtoken* *accesstoken* *apikey* *sessionid* *token`
	// Credentials are names of headers and cookies that may carry a credential.
	Credentials Table = ` *token* *authorization* *apikey* *session*`
	// Tokens are names of members with a token, the most likely first. OtherTokens are names of tokens for other
	// purposes.
	Tokens Table = `
		accesstoken token authtoken jwt bearertoken bearer idtoken sessiontoken apikey sessionid session authorization
		accesskey key sid *token`
	OtherTokens Table = ` *refresh* *csrf* *xsrf* *reset*`
	// Person are names of inputs for the name of a user.
	Person Table = `
		*user* *member* *assignee* *owner* *author* *login* *account* *person* *collaborator* *grantee* *subject*`
	// Reaching are names of members that refer to things of other users on purpose.
	Reaching Table = `
		to* target* recipient* receiver* dest* follow* invite* contact* reply* *user* *member* *person* *assignee*
		*owner*`
	// Accounts are names of collections of accounts.
	Accounts Table = ` user account member profile`
)

var (
	// AuthHeader matches names of headers, cookies and settings with a credential, but not "author".
	AuthHeader = lazyregexp.New(`(?i)(^|[-_])auth($|[-_zn]|ori[sz]|ent)`)
	// Masked matches texts that replace a secret which is not shown.
	Masked = lazyregexp.New(`(?i)^\W*$|^x+$|hidden|redact|omitted|protected|removed`)
)

var (
	// Doer matches names of members that say who did something, such as "entered_by" and "lastEditor". LastOne matches
	// texts about the last change.
	Doer    = lazyregexp.New(`(?i)(_by|[a-z]By)$|(editor|updater|changer|modifier)$`)
	LastOne = lazyregexp.New(`(?i)\b(?:last|latest|present|current|most recent\w*)\b|` +
		`(?:^|_)(?:updat|modif|chang|edit|last)`)
)
