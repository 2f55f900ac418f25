import { type ComponentChildren, createElement, type VNode } from 'preact'

type Attributes = Readonly<Record<string, string | number | object>>

/** One HTML element. Text among the children is escaped. */
export function h(name: string, attributes: Attributes | null, children?: ComponentChildren): VNode {
  return createElement(name, attributes ?? {}, children) as VNode
}
