import { addCopyButtons } from './copy-buttons.ts'
import { openLinksInDialogs } from './dialog-links.ts'
import type { PageDocument } from './dom.ts'
import { usePasskeys } from './passkeys.ts'
import { addPrintButton } from './print-button.ts'
import { refreshParts } from './refresh-parts.ts'
import { addShortcuts } from './shortcuts.ts'

declare const document: PageDocument

// Each adds to a page that works without it.
addCopyButtons(document)
addPrintButton(document)
addShortcuts(document)
openLinksInDialogs(document)
refreshParts(document)
usePasskeys(document)
