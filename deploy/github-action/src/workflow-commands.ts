import { randomUUID } from 'node:crypto'

// A receipt comes from a stranger. What is in it must not be taken for a command of the runner, nor for markup of the summary.

/** A command of the runner that marks a file. */
export function annotation(
  kind: 'error' | 'notice',
  file: string | null,
  title: string,
  message: string,
): string {
  const properties = [...(file === null ? [] : [`file=${property(file)}`]), `title=${property(title)}`]
  return `::${kind} ${properties.join(',')}::${data(message)}`
}

/** A line of the file that GITHUB_OUTPUT names. */
export function outputLine(name: string, value: string): string {
  const end = `end_${randomUUID()}`
  return `${name}<<${end}\n${value}\n${end}\n`
}

/** Text of the summary, with nothing in it that Markdown reads. */
export function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const printable = text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
  const escaped = printable.replaceAll(/[&<>|\\`*_~[\]{}()#+!$:@-]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  // An address that begins so becomes a link without any sign around it.
  return escaped.replaceAll(/www\./gi, (start) => `${start.slice(0, 3)}&#46;`)
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
