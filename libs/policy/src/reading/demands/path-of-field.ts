/** The JSONPath of a field in its row; a name that begins with `/` is a JSON pointer. */
export function pathOfField(name: string): string {
  const steps = name.startsWith('/')
    ? name
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    : [name]
  return `$${steps.map((step) => `['${step.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`).join('')}`
}
