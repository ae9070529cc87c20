export enum Status {
  Draft = "draft",
  Review = "review",
  Published = "published",
  Archived = "archived",
}

export enum Role {
  Author = "author",
  Editor = "editor",
}

export function canPublish(role: Role, status: Status): boolean {
  return role === Role.Editor && status === Status.Review;
}

export function isVisible(status: Status): boolean {
  return status === Status.Published || status === Status.Archived;
}
