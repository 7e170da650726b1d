import { Body, Controller, Delete, Get, Param, ParseIntPipe, Post, Query } from '@nestjs/common';
import { ApiConflictResponse, ApiCreatedResponse, ApiNotFoundResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Booking, CreateBookingDto } from './booking.dto';
import { BookingsService } from './bookings.service';

@ApiTags('bookings')
@Controller('bookings')
export class BookingsController {
  constructor(private readonly bookings: BookingsService) {}

  @Post()
  @ApiCreatedResponse({ type: Booking })
  @ApiConflictResponse()
  @ApiNotFoundResponse()
  create(@Body() dto: CreateBookingDto): Booking {
    return this.bookings.create(dto);
  }

  @Get()
  @ApiOkResponse({ type: [Booking] })
  of(@Query('roomId', ParseIntPipe) roomId: number): Booking[] {
    return this.bookings.of(roomId);
  }

  @Delete(':id')
  @ApiOkResponse({ type: Booking })
  @ApiNotFoundResponse()
  cancel(@Param('id', ParseIntPipe) id: number): Booking {
    return this.bookings.cancel(id);
  }
}
