import type { Bed, Harvest, Member, Note, Plant, Sensor, Task } from "./model";

export type Query = Record<string, string | number | boolean>;

export interface Page<T> {
  items: T[];
  next?: string;
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export interface ClientOptions {
  base: string;
  token: string;
  fetch?: typeof fetch;
}

/** The garden service, one method per endpoint. */
export class GardenClient {
  private readonly fetch: typeof fetch;

  constructor(private readonly options: ClientOptions) {
    this.fetch = options.fetch ?? fetch;
  }

  // --- plants ---

  async listPlants(query: Query = {}): Promise<Page<Plant>> {
    const response = await this.send("GET", "/plants", query);
    return response.json() as Promise<Page<Plant>>;
  }

  async getPlant(id: string): Promise<Plant> {
    const response = await this.send("GET", `/plants/${id}`);
    return response.json() as Promise<Plant>;
  }

  async createPlant(body: Omit<Plant, "id">): Promise<Plant> {
    const response = await this.send("POST", "/plants", {}, body);
    return response.json() as Promise<Plant>;
  }

  async updatePlant(id: string, body: Partial<Plant>): Promise<Plant> {
    const response = await this.send("PATCH", `/plants/${id}`, {}, body);
    return response.json() as Promise<Plant>;
  }

  async deletePlant(id: string): Promise<void> {
    await this.send("DELETE", `/plants/${id}`);
  }

  // --- beds ---

  async listBeds(query: Query = {}): Promise<Page<Bed>> {
    const response = await this.send("GET", "/beds", query);
    return response.json() as Promise<Page<Bed>>;
  }

  async getBed(id: string): Promise<Bed> {
    const response = await this.send("GET", `/beds/${id}`);
    return response.json() as Promise<Bed>;
  }

  async createBed(body: Omit<Bed, "id">): Promise<Bed> {
    const response = await this.send("POST", "/beds", {}, body);
    return response.json() as Promise<Bed>;
  }

  async updateBed(id: string, body: Partial<Bed>): Promise<Bed> {
    const response = await this.send("PATCH", `/beds/${id}`, {}, body);
    return response.json() as Promise<Bed>;
  }

  async deleteBed(id: string): Promise<void> {
    await this.send("DELETE", `/beds/${id}`);
  }

  // --- sensors ---

  async listSensors(query: Query = {}): Promise<Page<Sensor>> {
    const response = await this.send("GET", "/sensors", query);
    return response.json() as Promise<Page<Sensor>>;
  }

  async getSensor(id: string): Promise<Sensor> {
    const response = await this.send("GET", `/sensors/${id}`);
    return response.json() as Promise<Sensor>;
  }

  async createSensor(body: Omit<Sensor, "id">): Promise<Sensor> {
    const response = await this.send("POST", "/sensors", {}, body);
    return response.json() as Promise<Sensor>;
  }

  async updateSensor(id: string, body: Partial<Sensor>): Promise<Sensor> {
    const response = await this.send("PATCH", `/sensors/${id}`, {}, body);
    return response.json() as Promise<Sensor>;
  }

  async deleteSensor(id: string): Promise<void> {
    await this.send("DELETE", `/sensors/${id}`);
  }

  // --- tasks ---

  async listTasks(query: Query = {}): Promise<Page<Task>> {
    const response = await this.send("GET", "/tasks", query);
    return response.json() as Promise<Page<Task>>;
  }

  async getTask(id: string): Promise<Task> {
    const response = await this.send("GET", `/tasks/${id}`);
    return response.json() as Promise<Task>;
  }

  async createTask(body: Omit<Task, "id">): Promise<Task> {
    const response = await this.send("POST", "/tasks", {}, body);
    return response.json() as Promise<Task>;
  }

  async updateTask(id: string, body: Partial<Task>): Promise<Task> {
    const response = await this.send("PATCH", `/tasks/${id}`, {}, body);
    return response.json() as Promise<Task>;
  }

  async deleteTask(id: string): Promise<void> {
    await this.send("DELETE", `/tasks/${id}`);
  }

  // --- members ---

  async listMembers(query: Query = {}): Promise<Page<Member>> {
    const response = await this.send("GET", "/members", query);
    return response.json() as Promise<Page<Member>>;
  }

  async getMember(id: string): Promise<Member> {
    const response = await this.send("GET", `/members/${id}`);
    return response.json() as Promise<Member>;
  }

  async createMember(body: Omit<Member, "id">): Promise<Member> {
    const response = await this.send("POST", "/members", {}, body);
    return response.json() as Promise<Member>;
  }

  async updateMember(id: string, body: Partial<Member>): Promise<Member> {
    const response = await this.send("PATCH", `/members/${id}`, {}, body);
    return response.json() as Promise<Member>;
  }

  async deleteMember(id: string): Promise<void> {
    await this.send("DELETE", `/members/${id}`);
  }

  // --- harvests ---

  async listHarvests(query: Query = {}): Promise<Page<Harvest>> {
    const response = await this.send("GET", "/harvests", query);
    return response.json() as Promise<Page<Harvest>>;
  }

  async getHarvest(id: string): Promise<Harvest> {
    const response = await this.send("GET", `/harvests/${id}`);
    return response.json() as Promise<Harvest>;
  }

  async createHarvest(body: Omit<Harvest, "id">): Promise<Harvest> {
    const response = await this.send("POST", "/harvests", {}, body);
    return response.json() as Promise<Harvest>;
  }

  async updateHarvest(id: string, body: Partial<Harvest>): Promise<Harvest> {
    const response = await this.send("PATCH", `/harvests/${id}`, {}, body);
    return response.json() as Promise<Harvest>;
  }

  async deleteHarvest(id: string): Promise<void> {
    await this.send("DELETE", `/harvests/${id}`);
  }

  // --- notes ---

  async listNotes(query: Query = {}): Promise<Page<Note>> {
    const response = await this.send("GET", "/notes", query);
    return response.json() as Promise<Page<Note>>;
  }

  async getNote(id: string): Promise<Note> {
    const response = await this.send("GET", `/notes/${id}`);
    return response.json() as Promise<Note>;
  }

  async createNote(body: Omit<Note, "id">): Promise<Note> {
    const response = await this.send("POST", "/notes", {}, body);
    return response.json() as Promise<Note>;
  }

  async updateNote(id: string, body: Partial<Note>): Promise<Note> {
    const response = await this.send("PATCH", `/notes/${id}`, {}, body);
    return response.json() as Promise<Note>;
  }

  async deleteNote(id: string): Promise<void> {
    await this.send("DELETE", `/notes/${id}`);
  }

  private async send(method: string, path: string, query: Query = {}, body?: unknown): Promise<Response> {
    const url = new URL(path, this.options.base);
    for (const [key, value] of Object.entries(query)) {
      url.searchParams.set(key, String(value));
    }
    const response = await this.fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${this.options.token}`,
        "content-type": "application/json",
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!response.ok) {
      throw new ApiError(response.status, await response.text());
    }
    return response;
  }
}
