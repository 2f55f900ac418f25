/** What the mails of the console say of the service that sends them. */
export type MailSite = {
  readonly name: string
  readonly host: string
  /** Address of the console, without a slash at its end. */
  readonly consoleUrl: string
}
