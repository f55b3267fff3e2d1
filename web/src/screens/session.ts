// The screens of a table, in a chunk of their own: a hand can be scored before they have come.
export { default as Join } from './Join.svelte';
export { default as Middle } from './Middle.svelte';
export { default as NewTable } from './NewTable.svelte';
export { default as Table } from './Table.svelte';
export { default as Tables } from './Tables.svelte';
