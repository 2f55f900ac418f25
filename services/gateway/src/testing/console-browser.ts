import { request as send } from 'node:http'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Page = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

type Sent = {
  readonly form?: Readonly<Record<string, string>>
  /** In place of what a browser would send, or null to leave a header out. */
  readonly headers?: Readonly<Record<string, string | null>>
}

/** A browser without scripts: it keeps cookies and sends the headers of a browser. */
export class ConsoleBrowser {
  readonly cookies = new Map<string, string>()
  readonly #port: number
  readonly #address: string

  constructor(baseUrl: string, address: string) {
    this.#port = Number(new URL(baseUrl).port)
    this.#address = address
  }

  get(path: string, headers: Sent['headers'] = {}): Promise<Page> {
    return this.#send('GET', path, { headers })
  }

  post(
    path: string,
    form: Readonly<Record<string, string>> = {},
    headers: Sent['headers'] = {},
  ): Promise<Page> {
    return this.#send('POST', path, { form, headers })
  }

  /** Sends the form of a page, found by its address, with these fields filled in. */
  submit(page: Page, action: string, fields: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.post(action, { ...hiddenFields(page, action), ...fields })
  }

  #send(method: string, path: string, { form, headers = {} }: Sent): Promise<Page> {
    const body = form === undefined ? '' : new URLSearchParams(form).toString()
    const all: Record<string, string | null> = {
      host: `localhost:${this.#port}`,
      accept: 'text/html',
      'user-agent': 'test browser',
      'x-forwarded-for': this.#address,
      'sec-fetch-site': 'same-origin',
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') || null,
      ...(form !== undefined && {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(body)),
      }),
      ...headers,
    }
    const sent = Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
    )
    return new Promise((resolve, reject) => {
      const request = send(
        { host: '127.0.0.1', port: this.#port, method, path, headers: sent },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            this.#keep(response.headers['set-cookie'] ?? [])
            const text = Buffer.concat(chunks).toString()
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
          })
        },
      )
      request.on('error', reject)
      request.end(body)
    })
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (line.includes('Max-Age=0')) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

/** The hidden fields of the form with this address. */
export function hiddenFields({ text }: Page, action: string): Record<string, string> {
  const form = new RegExp(
    `<form[^>]* action="${action.replaceAll(/[?.]/g, '\\$&')}"[^>]*>(.*?)</form>`,
    's',
  ).exec(text)
  if (form === null) throw new Error(`the page has no form for ${action}: ${text.slice(0, 3_000)}`)
  const fields = [...(form[1] ?? '').matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]))
}

/** The words of the mails to an address, oldest first. */
export function mailsTo(folder: string, address: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => text.includes(`To: ${address}\n`))
    .map((text) =>
      text
        .replaceAll('=\n', '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    )
}

export function codeIn(mail: string): string {
  return /^ {4}(\d{4} \d{4})$/m.exec(mail)?.[1]?.replace(' ', '') ?? ''
}

/** Path of the link of a mail. */
export function linkIn(mail: string): string {
  return /https?:\/\/[^/\s]+(\/(?:sign-in|join)\/\S+)/.exec(mail)?.[1] ?? ''
}
