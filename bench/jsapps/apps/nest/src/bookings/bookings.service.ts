import { BadRequestException, ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { RoomsService } from '../rooms/rooms.service';
import { Booking, CreateBookingDto } from './booking.dto';

@Injectable()
export class BookingsService {
  private readonly bookings: Booking[] = [];
  private next = 1;

  constructor(private readonly rooms: RoomsService) {}

  create(dto: CreateBookingDto): Booking {
    const room = this.rooms.one(dto.roomId);
    if (dto.from >= dto.to) throw new BadRequestException('it ends before it begins');
    if (new Date(dto.day).getUTCDay() === 0) throw new BadRequestException('the house is closed on Sundays');
    if (dto.people > room.seats) throw new ConflictException(`the room has ${room.seats} seats`);
    const taken = this.bookings.some((b) => b.roomId === dto.roomId && b.day === dto.day && b.from < dto.to && dto.from < b.to);
    if (taken) throw new ConflictException('the room is taken');
    const booking: Booking = { id: this.next++, ...dto };
    this.bookings.push(booking);
    return booking;
  }

  of(roomId: number): Booking[] {
    return this.bookings.filter((b) => b.roomId === roomId);
  }

  cancel(id: number): Booking {
    const at = this.bookings.findIndex((b) => b.id === id);
    if (at < 0) throw new NotFoundException(`there is no booking ${id}`);
    return this.bookings.splice(at, 1)[0];
  }
}
