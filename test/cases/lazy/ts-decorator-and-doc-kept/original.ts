import { Body, Controller, Get, HttpCode, Param, Post } from "@nestjs/common";

import { RoomService } from "./room.service";
import type { CreateRoom } from "./room.types";

@Controller("rooms")
export class RoomController {
  constructor(private readonly rooms: RoomService) {}

  /** All rooms, newest first. */
  @Get()
  list() {
    return this.rooms.findAll();
  }

  /**
   * One room by its id.
   *
   * @param id the public id, not the database key
   */
  @Get(":id")
  async findOne(@Param("id") id: string) {
    return this.rooms.findOne(id);
  }

  @Post()
  @HttpCode(201)
  create(@Body() room: CreateRoom) {
    return this.rooms.create(room);
  }
}
