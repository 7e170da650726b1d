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

// Names of members and parameters about users. Their sources are RFC 7519 (JSON Web Token), RFC 6750 (bearer tokens), RFC
// 7643 (SCIM), OpenID Connect, and the lists of names to redact of OWASP and Sentry.
const (
	// Passwords are called passwords; HasPassword has part of it.
	Passwords   Table = ` password passwd pwd passphrase passwordhash hashedpassword`
	LoginPasses Table = ` *password* *passwd* *passphrase* pass pwd secret pin`
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
	Person Table = ` *user* *member* *assignee* *owner* *author* *login* *account* *person* *collaborator* *grantee* *subject*`
	// Reaching are called members by which users reach what belongs to others on purpose.
	Reaching Table = `
		to* target* recipient* receiver* dest* follow* invite* contact* reply* *user* *member* *person* *assignee* *owner*`
	// Accounts are called collections of accounts.
	Accounts Table = ` user account member profile`
)

var (
	// Private matches names of members that hold credentials.
	Private = lazyregexp.New(`(?i)pass|pwd|secret|token|key|pin$|code|credential|otp|assertion|kennwort`)
	// Secret matches names of members that change how a user logs in.
	Secret = lazyregexp.New(`(?i)pass|pwd|secret|token|\bpin\b|credential|kennwort`)
	// Password matches names of members that are passwords.
	Password = lazyregexp.New(`(?i)passw|passphrase|passcode|pwd|^pass$|^pin$|kennwort`)
	// Identity matches names of members that say who a user is.
	Identity = lazyregexp.New(`(?i)name|user|login|mail|account|phone|subject|\bsub\b`)
	// Right matches names of members that say what a user may do.
	Right = lazyregexp.New(
		`(?i)role|admin|permission|scope|right|active|enable|disable|block|lock|ban|suspend|state|status`)
	// HeaderSecret and MemberSecret match names of credentials in samples: those of headers, cookies and settings, and those of
	// parameters and members.
	HeaderSecret = lazyregexp.New(`(?i)(^|[-_])auth($|[-_zn]|ori[sz]|ent)|cookie|token|secret|passw|api.?key|session|csrf|` +
		`xsrf|credential|signature|private.?key|access.?key`)
	MemberSecret = lazyregexp.New(`(?i)^auth(orization)?$|token|secret|passw|pwd$|api.?key|^sess(ion)?$|session.?(id|key)|` +
		`csrf|xsrf|credential|^sig(nature)?$|private.?key|access.?key|^(pin|otp|cvv|cvc)$`)
	// Masked matches texts that stand for a secret which is not shown.
	Masked = lazyregexp.New(`(?i)^\W*$|^x+$|hidden|redact|omitted|protected|removed`)
)
