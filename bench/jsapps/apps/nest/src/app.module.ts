import { Module } from '@nestjs/common';
import { BookingsController } from './bookings/bookings.controller';
import { BookingsService } from './bookings/bookings.service';
import { RoomsController } from './rooms/rooms.controller';
import { RoomsService } from './rooms/rooms.service';

@Module({ controllers: [RoomsController, BookingsController], providers: [RoomsService, BookingsService] })
export class AppModule {}
