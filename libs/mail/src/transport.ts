import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mail } from './compose.ts'

export type MailSettings = {
  /** `smtp://` or `smtps://` address of a mail server, with its user and password. */
  readonly smtpUrl?: string | undefined
  /** Sender, such as `Outturn <mail@outturn.example>`. */
  readonly from?: string | undefined
  /** Without a mail server each mail is kept here as an `.eml` file. */
  readonly folder?: string | undefined
}

/** Hands a mail on; rejects when it could not. Resolving means that it was accepted, not that anybody received it. */
export type MailTransport = {
  send(mail: Mail, sentAt: Date): Promise<void>
  close(): void
}

/** Longest wait for a step of the mail server, ms. */
const serverWaitMs = 10_000

/** The way on which mails leave, or null where this deployment has none. */
export function openMailTransport({ smtpUrl, from, folder }: MailSettings): MailTransport | null {
  if (smtpUrl !== undefined && from !== undefined) return toServer(smtpUrl, from)
  return folder === undefined ? null : toFolder(folder, from ?? 'Outturn <mail@localhost>')
}

function toServer(url: string, from: string): MailTransport {
  const server = createTransport({
    url,
    connectionTimeout: serverWaitMs,
    greetingTimeout: serverWaitMs,
    socketTimeout: serverWaitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (mail, date) => void (await server.sendMail({ from, ...mail, date, ...automatic })),
    close: () => server.close(),
  }
}

/** Keeps others' programs from answering a mail that a program sent. */
const automatic = { headers: { 'auto-submitted': 'auto-generated' } }

/** The file gets its name once it is whole, so that a reader of the folder finds whole mails alone. */
function toFolder(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail, date) {
      const { message } = await composer.sendMail({ from, ...mail, date, ...automatic })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${date.toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`
      const unfinished = join(folder, `.${name}.part`)
      await writeFile(unfinished, message as Buffer, { mode: 0o600 })
      await rename(unfinished, join(folder, `${name}.eml`))
    },
    close: () => composer.close(),
  }
}
