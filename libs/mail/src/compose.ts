/** A mail as a server takes it. */
export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Message-ID; the mail library makes one where it is left out. */
  readonly messageId?: string
}

export type MailContent = {
  readonly to: string
  readonly subject: string
  /** Sentences of ours. */
  readonly paragraphs: readonly string[]
  /** What another person wrote, shown as a quotation after our sentences. */
  readonly quotation?: string
  /** The one thing to do. */
  readonly link?: { readonly text: string; readonly href: string }
  /** A code to type, shown on a line of its own. */
  readonly code?: string
  /** The last lines: who sent it, and why. */
  readonly foot: readonly string[]
  readonly messageId?: string
}

/** The same words as text and as HTML. Line breaks in the subject or the address become spaces, so that neither can add a header. */
export function composeMail(content: MailContent): Mail {
  const { to, subject, paragraphs, quotation, link, code, foot, messageId } = content
  const text = [
    ...paragraphs,
    ...(quotation === undefined ? [] : [quoted(quotation)]),
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(link === undefined ? [] : [`${link.text}:\n${link.href}`]),
    `-- \n${foot.join('\n')}`,
  ].join('\n\n')
  const html = [
    ...paragraphs.map((each) => `<p>${escaped(each)}</p>`),
    ...(quotation === undefined
      ? []
      : [`<blockquote>${escaped(printable(quotation)).replaceAll('\n', '<br>')}</blockquote>`]),
    ...(code === undefined ? [] : [`<p><strong><code>${escaped(code)}</code></strong></p>`]),
    ...(link === undefined
      ? []
      : [`<p><a href="${escaped(link.href)}">${escaped(link.text)}</a><br>${escaped(link.href)}</p>`]),
    `<p><small>${foot.map(escaped).join('<br>')}</small></p>`,
  ].join('\n')
  return {
    to: oneLine(to),
    subject: oneLine(subject),
    text: `${text}\n`,
    html: `<!doctype html><html lang="en"><body>\n${html}\n</body></html>\n`,
    ...(messageId !== undefined && { messageId: oneLine(messageId) }),
  }
}

/** The text without what would break its line: a name becomes one line, whatever it has. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}

/** A text of several lines with the mark of a quotation before each. */
function quoted(text: string): string {
  return printable(text)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** A text of several lines without any other control character. */
function printable(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n]|[\u2028\u2029]/gu, ' ')
}
