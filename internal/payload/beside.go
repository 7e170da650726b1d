package payload

// NoMethod is a method that no service has, and NoPath a path: what is answered to them is what a service answers to
// anything.
const NoMethod, NoPath = "EVOKE", "/evoke-nowhere"

// Beside are paths that services have beside those of their schemas: of frameworks that show what runs, of tools for
// metrics, of files that lie in the folder of a server by mistake, and of pages for those who run the service. It is
// read-only.
var Beside = []string{
	"/actuator", "/actuator/env", "/actuator/heapdump", "/actuator/health",
	"/debug/pprof/", "/debug/vars", "/debug", "/metrics",
	"/.env", "/.git/config", "/.htpasswd", "/backup.sql",
	"/config.json", "/config", "/server-status", "/phpinfo.php",
	"/admin", "/console", "/internal", "/manage",
	"/swagger", "/swagger.json", "/swagger-ui/index.html", "/openapi.json", "/v2/api-docs", "/v3/api-docs",
	"/graphql", "/trace", "/env", "/logs",
}
