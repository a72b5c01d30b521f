/** Shows a dialog over everything else: the focus goes to what has `data-focus`, and back afterwards. For `{@attach modal}`. */
export function modal(node: HTMLDialogElement): () => void {
  const before = document.activeElement as HTMLElement | null;
  node.showModal();
  node.querySelector<HTMLElement>("[data-focus]")?.focus({ preventScroll: true });
  return () => {
    if (node.open) node.close();
    if (before?.isConnected) before.focus?.({ preventScroll: true });
  };
}
