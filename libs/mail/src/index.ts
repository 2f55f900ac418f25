export { composeMail, oneLine, type Mail, type MailContent } from './compose.ts'
export { type MailRequest, queueMail, relayMail, type RelayDeps } from './outbox.ts'
export { type MailSettings, type MailTransport, openMailTransport } from './transport.ts'
