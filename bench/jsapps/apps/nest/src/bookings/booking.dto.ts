import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';

export class CreateBookingDto {
  @ApiProperty()
  @IsInt()
  roomId: number;

  @ApiProperty({ example: '2030-05-17' })
  @Matches(/^\d{4}-\d{2}-\d{2}$/)
  day: string;

  @ApiProperty({ minimum: 7, maximum: 20 })
  @IsInt()
  @Min(7)
  @Max(20)
  from: number;

  @ApiProperty({ minimum: 8, maximum: 21 })
  @IsInt()
  @Min(8)
  @Max(21)
  to: number;

  @ApiProperty()
  @IsInt()
  @Min(1)
  people: number;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  title?: string;
}

export class Booking extends CreateBookingDto {
  @ApiProperty()
  id: number;
}
