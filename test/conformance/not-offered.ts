/** Scenarios that need what these tools do not have, with what the suite then says. Anything else that it says is a finding. */
const scenarios: readonly (readonly [scenario: RegExp, message: RegExp, reason: string])[] = [
  [
    /^(?:tools-call|prompts-get|resources-read|elicitation)-|^resources-templates-read$/,
    /There is no (?:tool|prompt|resource) test[_:]/,
    'a tool, prompt or resource of the suite itself',
  ],
  [/^json-schema-2020-12$/, /'json_schema_2020_12_tool' not found/, 'a tool of the suite itself'],
  [/^server-stateless$/, /server does not list the diagnostic tool/, 'a tool of the suite itself'],
  [/^http-custom-header-/, /exposes no tool with x-mcp-header/, 'a tool whose arguments are headers'],
  [/^input-required-result-/, /./, 'a tool that asks its caller for input'],
  [/^tasks-/, /./, 'the extension for tasks'],
  [
    /^(?:completion-complete|logging-set-level|tools-call-with-logging|resources-(?:un)?subscribe)$/,
    /Method not found/,
    'a capability that is not declared',
  ],
  [/^server-(?:sse|session)-/, /^$|session|priming event|retry field/i, 'sessions and streams'],
]

/** Why a scenario could not be tried; null where it was. */
export function notOffered(scenario: string, message: string): string | null {
  const found = scenarios.find(([name, said]) => name.test(scenario) && said.test(message))
  return found?.[2] ?? null
}
