import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { CreateRoomDto, Floor, Room, UpdateRoomDto } from './room.dto';

@Injectable()
export class RoomsService {
  private readonly rooms = new Map<number, Room>();
  private next = 1;

  create(dto: CreateRoomDto): Room {
    if (this.byName(dto.name)) throw new ConflictException(`the room ${dto.name} is there`);
    if (dto.floor === Floor.Attic && dto.seats > 30) throw new ConflictException('the attic has room for 30');
    const room: Room = { id: this.next++, ...dto };
    this.rooms.set(room.id, room);
    return room;
  }

  all(seats = 0, equipment?: string): Room[] {
    const list = [...this.rooms.values()].filter((room) => room.seats >= seats);
    return equipment ? list.filter((room) => room.equipment!.includes(equipment)) : list;
  }

  one(id: number): Room {
    const room = this.rooms.get(id);
    if (!room) throw new NotFoundException(`there is no room ${id}`);
    return room;
  }

  change(id: number, dto: UpdateRoomDto): Room {
    const room = this.one(id);
    const other = dto.name === undefined ? undefined : this.byName(dto.name);
    if (other && other.id !== id) throw new ConflictException(`the room ${dto.name} is there`);
    return Object.assign(room, dto);
  }

  remove(id: number): void {
    this.one(id);
    this.rooms.delete(id);
  }

  private byName(name: string): Room | undefined {
    return [...this.rooms.values()].find((room) => room.name.toLowerCase() === name.toLowerCase());
  }
}
