const PLAIN_MEMBER = /^[A-Za-z_$][A-Za-z0-9_$]*$/

/** Writes a path the way error fields show it: `conditions[0].check`, `["odd name"]`, and the empty string for the root. */
export function formatJsonPath(path: readonly (string | number)[]): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (!PLAIN_MEMBER.test(step)) text += `[${JSON.stringify(step)}]`
    else text += text === '' ? step : `.${step}`
  }
  return text
}
