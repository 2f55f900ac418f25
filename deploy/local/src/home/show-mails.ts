import { watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Shows each mail that comes into the folder, as it stands there, until the result is called. */
export function showMails(folder: string, show: (text: string) => void): () => void {
  const seen = new Set<string>()
  const watcher = watch(folder, (_event, name) => {
    if (name === null || !name.endsWith('.eml') || seen.has(name)) return
    seen.add(name)
    void readFile(join(folder, name), 'utf8').then((mail) => show(mailLines(mail)), ignoreRemoved)
  })
  return () => watcher.close()
}

/** A mail that was removed before it was read is not shown. */
function ignoreRemoved(): void {}

/** Recipient, subject and the words of a mail; its HTML part says the same. */
export function mailLines(mail: string): string {
  const field = (name: string) => new RegExp(`^${name}: (.*(?:\\n[ \\t].*)*)`, 'm').exec(mail)?.[1] ?? ''
  const [, encoding = '', body = ''] =
    /^Content-Type: text\/plain[^\n]*\n(?:[^\n]+\n)*?Content-Transfer-Encoding: (\S+)\n(?:[^\n]+\n)*\n([\s\S]*?)\n--/m.exec(
      mail,
    ) ?? []
  const text = encoding === 'quoted-printable' ? fromQuotedPrintable(body) : body
  const lines = [`Mail to ${field('To')}: ${field('Subject')}`, '', ...text.trimEnd().split('\n')]
  return `\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n\n`
}

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
