export async function saveDraft(post) {
  const body = JSON.stringify(post);
  const response = await fetch('/drafts', { method: 'PUT', body });
  if (!response.ok) {
    throw new Error('save failed');
  }
  return response.json();
}

export async function savePost(post) {
  const body = JSON.stringify(post);
  const response = await fetch('/posts', { method: 'PUT', body });
  if (!response.ok) {
    throw new Error('save failed');
  }
  return response.json();
}
