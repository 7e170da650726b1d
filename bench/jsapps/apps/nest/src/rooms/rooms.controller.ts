import { Body, Controller, Delete, Get, HttpCode, Param, ParseIntPipe, Patch, Post, Query } from '@nestjs/common';
import { ApiConflictResponse, ApiCreatedResponse, ApiNoContentResponse, ApiNotFoundResponse, ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import { CreateRoomDto, Room, UpdateRoomDto } from './room.dto';
import { RoomsService } from './rooms.service';

@ApiTags('rooms')
@Controller('rooms')
export class RoomsController {
  constructor(private readonly rooms: RoomsService) {}

  @Post()
  @ApiCreatedResponse({ type: Room })
  @ApiConflictResponse()
  create(@Body() dto: CreateRoomDto): Room {
    return this.rooms.create(dto);
  }

  @Get()
  @ApiQuery({ name: 'seats', required: false, type: Number })
  @ApiQuery({ name: 'equipment', required: false })
  @ApiOkResponse({ type: [Room] })
  all(@Query('seats', new ParseIntPipe({ optional: true })) seats?: number, @Query('equipment') equipment?: string): Room[] {
    return this.rooms.all(seats, equipment);
  }

  @Get(':id')
  @ApiOkResponse({ type: Room })
  @ApiNotFoundResponse()
  one(@Param('id', ParseIntPipe) id: number): Room {
    return this.rooms.one(id);
  }

  @Patch(':id')
  @ApiOkResponse({ type: Room })
  @ApiNotFoundResponse()
  change(@Param('id', ParseIntPipe) id: number, @Body() dto: UpdateRoomDto): Room {
    return this.rooms.change(id, dto);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiNotFoundResponse()
  remove(@Param('id', ParseIntPipe) id: number): void {
    this.rooms.remove(id);
  }
}
