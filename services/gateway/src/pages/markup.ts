import { type ComponentChildren, createElement, type VNode } from 'preact'
import { visibleText } from './visible-text.ts'

type Attributes = Readonly<Record<string, string | number | object>>

/** One HTML element. Text among the children is escaped, and shows every character that it has. */
export function h(name: string, attributes: Attributes | null, children?: ComponentChildren): VNode {
  return createElement(name, attributes ?? {}, shown(children)) as VNode
}

function shown(children: ComponentChildren): ComponentChildren {
  if (typeof children === 'string') return visibleText(children)
  return Array.isArray(children) ? children.map(shown) : children
}
